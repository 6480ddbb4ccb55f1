import { serviceRequestFieldNames, serviceRequestFields } from "../../src/platform/cloud/services/request.ts";
import { hiddenSigns, reviewIntro } from "../../src/features/services/form/steps/texts.ts";
import { type View, isJsonObject } from "@quartermaster/local-slack/person";

/** A secret in the review, which shows only its length. */
export interface Withheld {
  characters: number;
}

/**
 * The request that the review of a new service shows, read like a person by the labels of its fields, and
 * independent of the code that wrote it.
 */
export function readReview({ blocks }: Pick<View, "blocks">): Record<string, unknown> {
  const end = blocks.findIndex(({ type }) => type === "divider");
  const said = blocks
    .slice(0, end)
    .filter(({ type }) => type === "section")
    .map(({ text }) => (isJsonObject(text) ? String(text.text) : ""));
  const lines = said.slice(said.indexOf(reviewIntro) + 1).flatMap((text) => text.split("\n"));
  return Object.fromEntries(
    entries(lines)
      .filter(([label]) => !keptHere.has(label))
      .map(([label, items]) => fieldSaid(label, items)),
  );
}

// The app keeps these. The cloud's request has none of them.
const keptHere = new Set(["Owner", "Team", "Ends"]);

type Entry = [label: string, items: string[]];

// A long value continues in lines that begin with this.
const goesOn = "↳ ";
const hiddenNote = ` ${hiddenSigns}`;

/** `*Label:* value`, or `*Label:*` and a line with a bullet for each value. */
function entries(lines: readonly string[]): Entry[] {
  const found: Entry[] = [];
  // Short values share a line.
  for (const line of lines.flatMap((each) => each.split(/ · (?=\*[^*]+:\*)/))) {
    const [, label, value] = /^\*([^*]+):\*(?: (.*))?$/.exec(line) ?? [];
    const items = found.at(-1)?.[1] ?? [];
    if (label !== undefined) found.push([label, value === undefined ? [] : [value]]);
    else if (line.startsWith("• ")) items.push(line.slice(2));
    else if (line.startsWith(goesOn)) items.push(`${items.pop()}\n${line.slice(goesOn.length)}`);
    else throw new Error(`The review has a line that isn't a field: ${line}`);
  }
  return found;
}

function fieldSaid(label: string, items: string[]): [string, unknown] {
  const name = serviceRequestFieldNames.find((field) => serviceRequestFields[field].label === label);
  if (name === undefined) throw new Error(`The review names an unknown field: ${label}`);
  return [name, valueSaid(name, items)];
}

/** A short list stands on one line. */
function apart(items: readonly string[]): string[] {
  return items.flatMap((item) => item.split(/, (?=`)/));
}

const readers: Record<string, (items: string[]) => unknown> = {
  ipAccessList: (items) => apart(items).map(addressSaid),
  endpoints: (items) => apart(items).map(endpointSaid),
  privateEndpointIds: (items) => apart(items).map(codeSaid),
  encryptionKey: ([item = ""]): Withheld => ({
    characters: Number(/^given, ([\d,]+) characters?, not shown here$/.exec(item)?.[1]?.replaceAll(",", "")),
  }),
};

function valueSaid(name: string, items: string[]): unknown {
  const [item = ""] = items;
  const number = /^(\d+)(?: GB| minutes)?$/.exec(item)?.[1];
  return (
    readers[name]?.(items) ??
    (item === "yes" || item === "no"
      ? item === "yes"
      : number === undefined
        ? codeSaid(item)
        : Number(number))
  );
}

function addressSaid(item: string): { source: string; description?: string } {
  const [, source = "", description] = /^(`[^`]*`)(?: (.*))?$/s.exec(withoutNote(item)) ?? [];
  return {
    source: codeSaid(source),
    ...(description === undefined ? {} : { description: plain(description.replaceAll("\n", "")) }),
  };
}

function endpointSaid(item: string): { protocol: string; enabled: boolean } {
  const [, protocol = "", wanted] = /^(`[^`]*`) (on|off)$/.exec(item) ?? [];
  return { protocol: codeSaid(protocol), enabled: wanted === "on" };
}

function codeSaid(item: string): string {
  return withoutNote(item)
    .split("\n")
    .map((piece) => {
      const [, inner] = /^`([^`]*)`$/.exec(piece) ?? [];
      if (inner === undefined) throw new Error(`The review has a value that isn't code: ${piece}`);
      return plain(inner);
    })
    .join("");
}

function withoutNote(item: string): string {
  return item.endsWith(hiddenNote) ? item.slice(0, -hiddenNote.length) : item;
}

const looksLike: Record<string, string> = { "∗": "*", ˍ: "_", "∼": "~", ˋ: "`" };
const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/** The visible text of mrkdwn. */
function plain(mrkdwn: string): string {
  return mrkdwn
    .replaceAll("\u200b", "")
    .replaceAll(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/[∗ˍ∼ˋ]/g, (sign) => looksLike[sign] ?? sign);
}
