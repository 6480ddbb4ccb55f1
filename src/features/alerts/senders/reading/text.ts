import { firstText, isRecord, own, textOf } from "./fields.ts";
import { decodeHTMLStrict } from "entities/decode";
import { oneLine, truncate } from "../../../../lib/text.ts";

/** The text of a body: the body itself or its field `text`. */
export function textIn(body: unknown): string | undefined {
  const text = isRecord(body) ? own(body, "text") : body;
  return typeof text === "string" ? text : undefined;
}

const separator = " | ";

/** Splits a text at " | ". The last part may be empty and trimmed. */
export function partsOf(text: string): string[] {
  return (text.endsWith(" |") ? `${text} ` : text).split(separator);
}

// The possible beginnings of a body. A title never begins so.
const bodyStart = /^(?:\s*\n|Group: "|The alert has been resolved)/;

/** Joins parts into a title and a body. Both may contain the separator. */
export function titleAndBody(parts: readonly string[]): { title: string; body: string } {
  const at = parts.findIndex((part, index) => index > 0 && bodyStart.test(part));
  const end = at === -1 ? 1 : at;
  return { title: parts.slice(0, end).join(separator), body: parts.slice(end).join(separator) };
}

/** A heading in mrkdwn, without its emphasis, and its link. */
export interface Heading {
  title: string;
  link?: string;
}

// As in `*<https://… | title>*`. The title may contain ">". It begins after the spaces, so a long run of them
// matches in one way only.
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

// Neither part may contain "<", and the label begins after the spaces, so no text is slow to match.
const anyLink = /<(https?:\/\/[^|<>\s]+)(?:\s*\|\s*(?!\s)([^<>\n]*))?>/gi;

/** The first link in a text of mrkdwn. */
export function firstLink(text: string): string | undefined {
  const link = text.matchAll(anyLink).next().value?.[1];
  return link === undefined ? undefined : addressOf(link);
}

/** Replaces the links in a mrkdwn text by their labels and addresses. */
export function withAddresses(text: string): string {
  return text.replace(anyLink, (_, link: string, label?: string) =>
    label === undefined || label === "" ? addressOf(link) : `${label} (${addressOf(link)})`,
  );
}

function withoutLinks(text: string): string {
  return text.replace(anyLink, (_, link: string, label?: string) => label || addressOf(link));
}

/** An address without escapes. Some senders escape addresses, others do not. */
function addressOf(link: string): string {
  return link.replaceAll("&amp;", "&");
}

// Colors and the like in log lines. Without its first character, the rest of such a sequence would stay as noise.
// oxlint-disable-next-line no-control-regex -- it matches control characters
const terminalCodes = /\u001b\[[\d;?]*[A-Za-z]/g;
// oxlint-disable-next-line no-control-regex -- it matches control characters, except tab and line feed
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const controls = new RegExp(control, "g");

/** The longest body of an event, in UTF-16 units. */
export const longestBody = 262_144;

/**
 * A value as plain text: entities are decoded once and control characters removed. Only entities with a semicolon
 * count, so "?a=1&copy=2" in a log line stays.
 */
export function plain(value: unknown): string {
  const said = textOf(value);
  if (said === "") return "";
  const text = said.toWellFormed();
  const decoded = text.includes("&") ? decodeHTMLStrict(text) : text;
  // Carriage returns and terminal codes begin with control characters too.
  if (!control.test(decoded)) return decoded;
  return decoded.replace(/\r\n?/g, "\n").replace(terminalCodes, "").replace(controls, "");
}

/** A value as plain text on one line, at most `maxLength` UTF-16 units. */
export function plainLine(value: unknown, maxLength: number): string {
  const text = plain(value);
  return text === "" ? text : cutLine(text, maxLength);
}

/** A text on one line, at most `maxLength` UTF-16 units. */
export function cutLine(text: string, maxLength: number): string {
  // The first cut saves time, because the second one reads every character.
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

// Greedy up to the last quotation mark, because names may contain some and the rest does not.
const quoted = /^Alert for "(.+)"(?:\s+-\s[^"]*)?$/i;
// A measured value at the end of a title: "- 12 lines found", "- 2432 exceeds 2000", "(93.2%)", ": 4.5 s".
const linesFound = new RegExp(String.raw`\s+[-–—]\s+${number} lines found$`, "i");
const compared = new RegExp(String.raw`\s+[-–—]\s+${number} [a-z ]{4,30} ${number}(?: and ${number})?$`, "i");
const measured = new RegExp(
  String.raw`(?:\s+[-–—]|:|\s+is(?: at)?|\s+at|\s*\((?:value:?|now:?)?)\s*(?:${number}\s?${unit}|[-+]?\d+\.\d+)\)?$`,
  "i",
);

/**
 * The alert's name within a title on one line, without the value: `Errors in API` for `Alert for "Errors" in "API" - 7
 * exceeds 5`.
 */
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

/** The objects in a list; none for any other value. */
export function recordsIn(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** The texts of a Slack block that are not blank. Buttons and images have none. */
export function blockTexts(block: Fields): string[] {
  const type = own(block, "type");
  if (type === "actions" || type === "image") return [];
  const elements = recordsIn(own(block, "elements"));
  if (type === "rich_text") return elements.map(richText).filter(isNotBlank);
  return [own(block, "text"), ...recordsIn(own(block, "fields")), ...elements]
    .map(objectText)
    .filter(isNotBlank);
}

/** The texts of an attachment below its title, with those of its blocks. */
export function attachmentTexts(attachment: Fields): string[] {
  const fields = recordsIn(own(attachment, "fields")).map((field) =>
    [textOf(own(field, "title")), textOf(own(field, "value"))].filter(isNotBlank).join(": "),
  );
  const texts = [textOf(own(attachment, "pretext")), textOf(own(attachment, "text")), ...fields].filter(
    isNotBlank,
  );
  return [...texts, ...recordsIn(own(attachment, "blocks")).flatMap(blockTexts)];
}

/** The address of the first button that has one; else "". */
export function buttonLink(blocks: readonly Fields[]): string {
  const buttons = blocks.flatMap((block) => [
    ...recordsIn(own(block, "elements")),
    ...recordsIn([own(block, "accessory")]),
  ]);
  return firstText(...buttons.map((button) => own(button, "url")));
}

/** The text of a text object, or a plain text in its place. */
function objectText(value: unknown): string {
  return isRecord(value) ? textOf(own(value, "text")) : textOf(value);
}

/** The joined texts of a rich text element. */
function richText(element: Fields): string {
  const pieces = recordsIn(own(element, "elements"));
  if (pieces.length > 0) return pieces.map(richText).join("");
  return firstText(own(element, "text"), own(element, "url"), own(element, "name"));
}

function isNotBlank(text: string): boolean {
  return text.trim() !== "";
}
