import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { turnButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { type Source, sourceName } from "../../../platform/cloud/source.ts";
import { unreadableInWords } from "../../../platform/blocks/unreadable.ts";
import { cutMrkdwn } from "../../../platform/blocks/limits.ts";
import { plural } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import { wordOfPlace } from "../choose-target.ts";
import type { NamedPlace } from "../target.ts";
import { fieldLines } from "./field-lines.ts";

const mostOnPage = 8;
const mostLines = 10;
// A page of them fits a message, however long their texts are.
const longestSource = 850;

/** The data sources of a place from a number on, each with what its record says; by name, those without one last. */
export function sourcesReply(
  place: NamedPlace,
  sources: readonly Source[],
  wanted: number,
  unreadable: readonly Unreadable[] = [],
): Reply {
  const unread = unreadableInWords("data source", unreadable);
  const name = `*${escapeName(place.name)}*`;
  if (sources.length === 0 && unread.length > 0)
    return say([`No data source of ${name} can be shown here.`, ...unread].join(" "));
  if (sources.length === 0)
    return say(`${name} has no data sources yet. They are made in the server's own console.`);
  const first = Math.min(Math.max(wanted, 1), sources.length);
  const shown = byName(sources).slice(first - 1, first - 1 + mostOnPage);
  const last = first + shown.length - 1;
  const isAll = shown.length === sources.length;
  const headline = `${name} has ${plural(sources.length, "data source")}${isAll ? "" : `; here ${first} to ${last}`}.`;
  const texts = shown.map((source) => cutMrkdwn(inWords(source, namesOf(sources)), longestSource));
  const turns = turnButtons(place, first, last < sources.length ? last + 1 : undefined);
  return reply([headline, ...unread, ...texts].join("\n"), [
    section([headline, ...unread].join("\n")),
    ...texts.map((text): KnownBlock => section(text)),
    ...(turns.length > 0 ? [actions(turns)] : []),
    smallPrint("Shown as the server sends them; what may be a secret is hidden."),
  ]);
}

function byName(sources: readonly Source[]): Source[] {
  return sources.toSorted((one, other) => {
    const [name, otherName] = [sourceName(one), sourceName(other)];
    if (name === undefined || otherName === undefined) return Number(!name) - Number(!otherName);
    return name.localeCompare(otherName, "en", { numeric: true });
  });
}

function namesOf(sources: readonly Source[]): ReadonlyMap<string, string> {
  // A number somewhere in a record may be anything; a text that is a source's id means that source.
  return new Map(
    sources.flatMap((source) => {
      const name = sourceName(source);
      return typeof source["id"] === "string" && source["id"] && name ? [[source["id"], name]] : [];
    }),
  );
}

function inWords(source: Source, names: ReadonlyMap<string, string>): string {
  const { id, name, ...record } = source;
  const { kind, rest } = kindOf(record);
  const called = sourceName(source);
  const title = called === undefined ? "*A source without a name*" : `*${escapeName(called)}*`;
  // A name that is no text is shown as what it is.
  const said = { ...(called === undefined ? { name } : {}), ...rest, id };
  const { lines, leftOut } = fieldLines(
    said,
    (text) => (text === id ? undefined : names.get(text)),
    mostLines,
  );
  return [
    kind === undefined ? title : `${title} · ${escapeName(kind, 40)}`,
    ...lines,
    ...(leftOut > 0 ? [`• and ${plural(leftOut, "more field")}`] : []),
  ].join("\n");
}

/** Servers call it kind; others may call it type. */
function kindOf({ kind, type, ...rest }: Record<string, unknown>) {
  if (typeof kind === "string" && kind !== "")
    return { kind, rest: { ...(type !== undefined && { type }), ...rest } };
  if (typeof type === "string" && type !== "")
    return { kind: type, rest: { ...(kind !== undefined && { kind }), ...rest } };
  return { kind: undefined, rest: { kind, type, ...rest } };
}

function turnButtons(place: NamedPlace, first: number, next: number | undefined) {
  const from = (number: number) => `sources from ${number} ${wordOfPlace(place)}`;
  return [
    ...(first > 1 ? [turnButton("Back", from(Math.max(1, first - mostOnPage)))] : []),
    ...(next === undefined ? [] : [turnButton("More", from(next))]),
  ];
}
