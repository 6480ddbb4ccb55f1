import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { pageButton } from "../../../platform/blocks/command-button.ts";
import { code, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import { type Source, sourceName } from "../../../platform/cloud/observability/source.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import { cutMrkdwn } from "../../../platform/blocks/limits.ts";
import { oneLine, plural, truncate } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import { type NamedTarget, wordOfTarget } from "../target.ts";

/** The fields of a record of which nothing is known but that it is JSON, a line of mrkdwn each, and how many were left out. */
interface FieldLines {
  lines: string[];
  leftOut: number;
}

const longestName = 50;
const longestValue = 100;
const mostInObject = 6;

/**
 * Says a record's fields as `name: value`, one level into what they hold. Empty ones are passed over, what smells of a
 * secret is said to be hidden, and ids that others go by are said by their names.
 */
function fieldLines(
  record: Readonly<Record<string, unknown>>,
  nameOf: (id: string) => string | undefined,
  most: number,
): FieldLines {
  const said = Object.entries(record).flatMap(([name, value]) => {
    const words = formatValue(name, value, nameOf);
    return words === undefined ? [] : [`• ${escapeName(name, longestName)}: ${words}`];
  });
  return { lines: said.slice(0, most), leftOut: Math.max(0, said.length - most) };
}

type NameOf = (id: string) => string | undefined;

/** Undefined where there is nothing to say. */
function formatValue(name: string, value: unknown, nameOf: NameOf): string | undefined {
  if (isEmpty(value)) return undefined;
  if (secretName.test(name)) return "hidden";
  if (Array.isArray(value)) return formatList(name, value, nameOf);
  return isObject(value) ? objectInWords(value, nameOf) : formatPlain(value, nameOf);
}

function objectInWords(value: Record<string, unknown>, nameOf: NameOf): string | undefined {
  const filled = Object.entries(value).filter(([, inner]) => !isEmpty(inner));
  const said = filled.slice(0, mostInObject).map(([name, inner]) => {
    const words = secretName.test(name) ? "hidden" : shortInWords(inner, nameOf);
    return `${escapeName(name, longestName)} ${words}`;
  });
  if (said.length === 0) return undefined;
  const rest = filled.length - said.length;
  return [...said, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

function formatList(name: string, values: readonly unknown[], nameOf: NameOf): string {
  const isPlain = values.every((value) => !Array.isArray(value) && !isObject(value));
  if (!isPlain)
    return values.length === 1 ? onlyInWords(name, values[0], nameOf) : plural(values.length, "item");
  const said = values.slice(0, mostInObject).map((value) => formatPlain(value, nameOf));
  const rest = values.length - said.length;
  return [...said, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

function onlyInWords(name: string, value: unknown, nameOf: NameOf): string {
  return (isObject(value) && formatValue(name, value, nameOf)) || "1 item";
}

/** What is nested deeper is counted. */
function shortInWords(value: unknown, nameOf: NameOf): string {
  if (Array.isArray(value)) return plural(value.length, "item");
  return isObject(value) ? plural(Object.keys(value).length, "field") : formatPlain(value, nameOf);
}

function formatPlain(value: unknown, nameOf: NameOf): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value);
  const name = nameOf(text);
  if (name !== undefined) return escapeName(name);
  return code(truncate(oneLine(visible(withoutSecrets(text))), longestValue));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every((inner) => isEmpty(inner));
}

const secretName =
  /pass(?:word|wd|phrase)|token|secret|credential|cookie|authorization|^auth$|headers?$|(?:api|access|private|signing|encryption)[-_ ]?key|connection[-_ ]?string|dsn$/i;

/** A text without what addresses and headers carry of secrets. */
function withoutSecrets(text: string): string {
  return text
    .replace(/\/\/[^/@\s]*@/g, "//hidden@")
    .replace(/\b(bearer|basic)\s+\S+/gi, "$1 hidden")
    .replace(/\b([\w-]*(?:password|token|secret|api[-_]?key))=[^&\s;]+/gi, "$1=hidden");
}

const mostOnPage = 8;
const mostLines = 10;
// A page of them fits a message, however long their texts are.
const longestSource = 850;

/** The data sources of a place from a number on, each with what its record says; by name, those without one last. */
export function sourcesReply(
  target: NamedTarget,
  sources: readonly Source[],
  wanted: number,
  unreadable: readonly Unreadable[] = [],
): Reply {
  const unread = formatUnreadable("data source", unreadable);
  const name = `*${escapeName(target.name)}*`;
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
  const pageTurns = pageButtons(target, first, last < sources.length ? last + 1 : undefined);
  return reply([headline, ...unread, ...texts].join("\n"), [
    section([headline, ...unread].join("\n")),
    ...texts.map((text): KnownBlock => section(text)),
    ...(pageTurns.length > 0 ? [actions(pageTurns)] : []),
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

function pageButtons(target: NamedTarget, first: number, next: number | undefined) {
  const from = (number: number) => `sources from ${number} ${wordOfTarget(target)}`;
  return [
    ...(first > 1 ? [pageButton("Back", from(Math.max(1, first - mostOnPage)))] : []),
    ...(next === undefined ? [] : [pageButton("More", from(next))]),
  ];
}
