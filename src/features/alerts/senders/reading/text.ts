import { firstText, isRecord, own, textOf } from "./fields.ts";
import { decodeHTMLStrict } from "entities/decode";
import { oneLine, truncate } from "../../../../lib/text.ts";

/** The text that a body consists of: the whole of it, or its field `text`. */
export function textIn(body: unknown): string | undefined {
  const text = isRecord(body) ? own(body, "text") : body;
  return typeof text === "string" ? text : undefined;
}

const separator = " | ";

/** The parts of a text, also where its last one is empty and somebody trimmed it. */
export function partsOf(text: string): string[] {
  return (text.endsWith(" |") ? `${text} ` : text).split(separator);
}

// The beginnings of a body; a title has no such line in it.
const bodyStart = /^(?:\s*\n|Group: "|The alert has been resolved)/;

/** Parts into a title and a body, either of which may hold the sign that parts them. */
export function titleAndBody(parts: readonly string[]): { title: string; body: string } {
  const at = parts.findIndex((part, index) => index > 0 && bodyStart.test(part));
  const end = at === -1 ? 1 : at;
  return { title: parts.slice(0, end).join(separator), body: parts.slice(end).join(separator) };
}

/** A line of mrkdwn that is a heading: without the signs of emphasis around it, and with the link that it is. */
export interface Heading {
  title: string;
  link?: string;
}

// As in `*<https://… | title>*`; the title may hold a ">" itself, and begins where the spaces end, so that a long run of
// them is read in one way only.
const linked = /^\*?<(https?:\/\/[^|>\s]+)\s*\|\s*(?!\s)(.+)>\*?$/i;

/** Reads one line as a heading. */
export function readHeading(line: string): Heading {
  const [, link, title] = linked.exec(line.trim()) ?? [];
  if (link !== undefined && title !== undefined) return { title, link: addressOf(link) };
  return {
    title: withoutLinks(line)
      .trim()
      .replace(/^\*(.+)\*$/, "$1"),
  };
}

// Neither part may hold a "<", so that a text full of beginnings takes no longer than another; nor may one full of spaces.
const anyLink = /<(https?:\/\/[^|<>\s]+)(?:\s*\|\s*(?!\s)([^<>\n]*))?>/gi;

/** The first link in a text of mrkdwn. */
export function firstLink(text: string): string | undefined {
  const link = text.matchAll(anyLink).next().value?.[1];
  return link === undefined ? undefined : addressOf(link);
}

/** A text of mrkdwn with the addresses of its links beside their labels. */
export function withAddresses(text: string): string {
  return text.replace(anyLink, (_, link: string, label?: string) =>
    label === undefined || label === "" ? addressOf(link) : `${label} (${addressOf(link)})`,
  );
}

function withoutLinks(text: string): string {
  return text.replace(anyLink, (_, link: string, label?: string) => label || addressOf(link));
}

/** Some escape the signs of an address, and some do not. */
function addressOf(link: string): string {
  return link.replaceAll("&amp;", "&");
}

// Colours and the like in the lines of a log; without its first sign the rest of such a sequence would stay as noise.
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const terminalCodes = /\u001b\[[\d;?]*[A-Za-z]/g;
// oxlint-disable-next-line no-control-regex -- control characters are what it is about; tab and line feed stay
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const controls = new RegExp(control, "g");

/** The longest body that is kept, in UTF-16 units. */
export const longestBody = 262_144;

/**
 * A value as plain text: entities decoded, once; control characters taken out. Only entities that end in a semicolon
 * are decoded, for a log line such as "?a=1&copy=2" means what it says.
 */
export function plain(value: unknown): string {
  const said = textOf(value);
  if (said === "") return "";
  const text = said.toWellFormed();
  const decoded = text.includes("&") ? decodeHTMLStrict(text) : text;
  // Carriage returns and the beginnings of terminal codes are among them.
  if (!control.test(decoded)) return decoded;
  return decoded.replace(/\r\n?/g, "\n").replace(terminalCodes, "").replace(controls, "");
}

/** A value as plain text on one line, of at most `maxLength` UTF-16 units. */
export function plainLine(value: unknown, maxLength: number): string {
  const text = plain(value);
  return text === "" ? text : cutLine(text, maxLength);
}

/** A text on one line, of at most `maxLength` UTF-16 units. */
export function cutLine(text: string, maxLength: number): string {
  // Cut twice, since the careful cut looks at every character before it.
  const line = oneLine(text.slice(0, maxLength * 4)).toWellFormed();
  return line.length <= maxLength ? line : truncate(line, maxLength);
}

/** A body as plain text without blank lines around it. */
export function plainBody(value: unknown): string {
  return plain(value)
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd()
    .slice(0, longestBody)
    .toWellFormed();
}

const number = String.raw`[-+]?\d[\d.,]*(?:e[-+]?\d+)?`;
const unit = String.raw`(?:%|ms|s|sec|min|h|[kmgtp]i?b|b|rps|qps|req\/s)`;

// Greedy up to the last quotation mark: names may hold some of their own, what comes after has none.
const quoted = /^Alert for "(.+)"(?:\s+-\s[^"]*)?$/i;
// What was measured, where it ends a title: "- 12 lines found", "- 2432 exceeds 2000", "(93.2%)", ": 4.5 s".
const linesFound = new RegExp(String.raw`\s+[-–—]\s+${number} lines found$`, "i");
const compared = new RegExp(String.raw`\s+[-–—]\s+${number} [a-z ]{4,30} ${number}(?: and ${number})?$`, "i");
const measured = new RegExp(
  String.raw`(?:\s+[-–—]|:|\s+is(?: at)?|\s+at|\s*\((?:value:?|now:?)?)\s*(?:${number}\s?${unit}|[-+]?\d+\.\d+)\)?$`,
  "i",
);

/** What an alert is called whatever its value, going by a title on one line: `Errors in API` of `Alert for "Errors" in "API" - 7 exceeds 5`. */
export function nameIn(title: string): string {
  const name = quoted.exec(title)?.[1]?.replaceAll('" in "', " in ");
  if (name !== undefined) return name;
  for (const end of [linesFound, compared, measured]) {
    const start = title.search(end);
    if (start > 0) return title.slice(0, start);
  }
  return title;
}

type Fields = Record<string, unknown>;

/** The objects in a list, and none where it is no list. */
export function recordsIn(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** The texts of a Slack block, those that are not blank; of buttons none. */
export function blockTexts(block: Fields): string[] {
  const type = own(block, "type");
  if (type === "actions" || type === "image") return [];
  const elements = recordsIn(own(block, "elements"));
  if (type === "rich_text") return elements.map(richText).filter(isSaid);
  return [own(block, "text"), ...recordsIn(own(block, "fields")), ...elements].map(objectText).filter(isSaid);
}

/** The texts of an attachment below its title, its blocks' included. */
export function attachmentTexts(attachment: Fields): string[] {
  const fields = recordsIn(own(attachment, "fields")).map((field) =>
    [textOf(own(field, "title")), textOf(own(field, "value"))].filter(isSaid).join(": "),
  );
  const texts = [textOf(own(attachment, "pretext")), textOf(own(attachment, "text")), ...fields].filter(
    isSaid,
  );
  return [...texts, ...recordsIn(own(attachment, "blocks")).flatMap(blockTexts)];
}

/** The address of the first button with one. */
export function buttonLink(blocks: readonly Fields[]): string {
  const buttons = blocks.flatMap((block) => [
    ...recordsIn(own(block, "elements")),
    ...recordsIn([own(block, "accessory")]),
  ]);
  return firstText(...buttons.map((button) => own(button, "url")));
}

/** A text object, or a text that stands in its place. */
function objectText(value: unknown): string {
  return isRecord(value) ? textOf(own(value, "text")) : textOf(value);
}

/** What the pieces of a rich text say, one after the other. */
function richText(element: Fields): string {
  const pieces = recordsIn(own(element, "elements"));
  if (pieces.length > 0) return pieces.map(richText).join("");
  return firstText(own(element, "text"), own(element, "url"), own(element, "name"));
}

function isSaid(text: string): boolean {
  return text.trim() !== "";
}
