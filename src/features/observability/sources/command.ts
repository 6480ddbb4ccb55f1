import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import type { Unreadable } from "../../../lib/json.ts";
import { oneLine, plural, truncate } from "../../../lib/text.ts";
import { row } from "../../../platform/blocks/button.ts";
import { pageButton } from "../../../platform/blocks/command-button.ts";
import { code, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import { cutMrkdwn } from "../../../platform/blocks/limits.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { type Source, sourceName } from "../../../platform/cloud/observability/source.ts";
import { shownPage } from "../../../platform/commands/arguments.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { type WantedPage, pageButtons, pageOf } from "../../../platform/commands/paging.ts";
import { Sources, sourcesData } from "../data.ts";
import { formatDocumented } from "../documented.ts";
import { compareNames } from "../../../lib/names.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { from, pageLabels, whichShown } from "../pages.ts";
import { type NamedTarget, askedOn, callOnTarget, target } from "../target.ts";

/** All that the server says of each source. */
const inFullKind: ArgumentKind = {
  isForPeople: true,
  take(words) {
    const [whole] = /^in full(?=\s|$)/i.exec(words) ?? [];
    return whole === undefined ? undefined : { value: true, rest: words.slice(whole.length) };
  },
  write: (isSet) => (isSet === true ? "in full" : ""),
};

/** `/db dashboards sources in full orders prod page 2`. Older buttons have `from 9`. */
const list = callOnTarget({
  name: "sources_list",
  title: "Data sources",
  summary: "Lists the data sources that dashboards and alerts read.",
  effect: "read",
  isTool: true,
  line: [
    "dashboards sources {inFull} {service} page {page}",
    "dashboards sources {inFull} from {from} {service}",
  ],
  args: z.object({
    service: target.optional(),
    inFull: argument(inFullKind, z.boolean()).optional(),
    page: shownPage.optional(),
    from: from.optional(),
  }),
  result: Sources,
  asks: {
    means: ["source"],
    around: "dashboard list service tile alert rule amount",
    says: ["Data sources", " of {service}"],
  },
  async run(wanted, of, context) {
    const { readable, unreadable } = await observabilityClientOf(of, context).sources.survey();
    return {
      data: () => sourcesData(of, readable, unreadable.length),
      draw: () => sourcesReply(of, readable, wanted, unreadable),
    };
  },
});

/** `/db sources`: what the dashboards and alerts of a target can count. */
export const sources = commandOf({
  name: "sources",
  partOf: "dashboards",
  summary: "Lists the data sources that dashboards and alerts read.",
  examples: ["/db dashboards sources", "/db dashboards sources orders prod"],
  details: [
    "• Name a service as `/db services` shows it, or a stand-alone observability server by its connection. You can leave it out if you have only one.",
    "• *All fields* shows all that the server says of each source. Possible secrets are hidden.",
    `• ${formatDocumented("sources")}`,
  ].join("\n"),
  calls: [list],
});

const bullet = "• ";
const longestName = 50;
const longestValue = 100;
const mostInObject = 6;

/** The name of the source with an id. */
type NameOf = (id: string) => string | undefined;

/**
 * The fields of any JSON record as lines of `name: value`, one level deep. Leaves out empty fields, hides possible
 * secrets, and names other sources instead of their ids.
 */
function fieldLines(record: Readonly<Record<string, unknown>>, nameOf: NameOf): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const words = formatValue(name, value, nameOf);
    return words === undefined ? [] : [`${bullet}${escapeName(name, longestName)}: ${words}`];
  });
}

/** Undefined for an empty value. */
function formatValue(name: string, value: unknown, nameOf: NameOf): string | undefined {
  if (isEmpty(value)) return undefined;
  if (secretName.test(name)) return "hidden";
  if (Array.isArray(value)) return formatList(name, value, nameOf);
  return isObject(value) ? formatObject(value, nameOf) : formatPlain(value, nameOf);
}

function formatObject(value: Record<string, unknown>, nameOf: NameOf): string | undefined {
  const filled = Object.entries(value).filter(([, inner]) => !isEmpty(inner));
  const said = filled.slice(0, mostInObject).map(([name, inner]) => {
    const words = secretName.test(name) ? "hidden" : formatShort(inner, nameOf);
    return `${escapeName(name, longestName)} ${words}`;
  });
  if (said.length === 0) return undefined;
  const rest = filled.length - said.length;
  return [...said, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

function formatList(name: string, values: readonly unknown[], nameOf: NameOf): string {
  const isPlain = values.every((value) => !Array.isArray(value) && !isObject(value));
  if (!isPlain)
    return values.length === 1 ? formatOnly(name, values[0], nameOf) : plural(values.length, "item");
  const said = values.slice(0, mostInObject).map((value) => formatPlain(value, nameOf));
  const rest = values.length - said.length;
  return [...said, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

function formatOnly(name: string, value: unknown, nameOf: NameOf): string {
  return (isObject(value) && formatValue(name, value, nameOf)) || "1 item";
}

/** Counts what is nested deeper. */
function formatShort(value: unknown, nameOf: NameOf): string {
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

/** A text without the secrets in its addresses and headers. */
function withoutSecrets(text: string): string {
  return text
    .replace(/\/\/[^/@\s]*@/g, "//hidden@")
    .replace(/\b(bearer|basic)\s+\S+/gi, "$1 hidden")
    .replace(/\b([\w-]*(?:password|token|secret|api[-_]?key))=[^&\s;]+/gi, "$1=hidden");
}

/** A message holds a page of either. */
const inFullPage = { most: 8, fields: 10, characters: 850 };
const briefPage = { most: 20, fields: 2, characters: 300 };

/** The first line of the list. `shown` is the part after the count, for a page of them. */
function headlineText(target: string, count: number, shown: string): string {
  return `*${escapeName(target)}* has ${plural(count, "data source")}${shown}.`;
}

/** The answer if there are none. */
function none(target: string): string {
  return `*${escapeName(target)}* has no data sources yet. Create one in the server's own console.`;
}

/** The answer if none is readable. */
function noReadable(target: string): string {
  return `I can't show any data source of *${escapeName(target)}*.`;
}

const unnamed = "*Unnamed source*";

/** Counts the fields that are left out. */
function moreFields(count: number): string {
  return `• and ${plural(count, "more field")}`;
}

const allFields = "All fields";
const fewerFields = "Fewer fields";

const note = "Live from the server. Possible secrets are hidden.";

/** A page of the data sources of a target, by name: each with what it reads, or with all fields of its record. */
export function sourcesReply(
  of: NamedTarget,
  sources: readonly Source[],
  { inFull = false, ...wanted }: WantedPage & { inFull?: boolean | undefined },
  unreadable: readonly Unreadable[] = [],
): Reply {
  const unread = formatUnreadable("data source", unreadable);
  if (sources.length === 0 && unread.length > 0) return say([noReadable(of.name), ...unread].join(" "));
  if (sources.length === 0) return say(none(of.name));
  const { most, characters } = inFull ? inFullPage : briefPage;
  const page = pageOf(byName(sources), wanted, most);
  const headline = headlineText(of.name, sources.length, whichShown(page));
  const format = inFull ? formatSource : formatBriefly;
  const names = namesOf(sources);
  const lines = page.items.map((source) => cutMrkdwn(format(source, names), characters));
  const asked = (isWhole: boolean, number: number) =>
    askedOn(of, { call: "sources_list", args: { ...(isWhole && { inFull: true }), page: number } });
  const paging = pageButtons(page, (number) => asked(inFull, number), pageLabels);
  const others = inFull ? briefPage : inFullPage;
  const other = pageButton(
    inFull ? fewerFields : allFields,
    asked(!inFull, Math.ceil(page.first / others.most)),
  );
  return reply([headline, ...unread, ...lines].join("\n"), [
    section([headline, ...unread].join("\n")),
    ...lines.map((text): KnownBlock => section(text)),
    ...row([...paging, other]),
    smallPrint(note),
  ]);
}

function byName(sources: readonly Source[]): Source[] {
  return sources.toSorted((one, other) => {
    const [name, otherName] = [sourceName(one), sourceName(other)];
    if (name === undefined || otherName === undefined) return Number(!name) - Number(!otherName);
    return compareNames(name, otherName);
  });
}

function namesOf(sources: readonly Source[]): ReadonlyMap<string, string> {
  // A number in a record may mean anything. A text that is a source's id means that source.
  return new Map(
    sources.flatMap((source) => {
      const name = sourceName(source);
      return typeof source["id"] === "string" && source["id"] && name ? [[source["id"], name]] : [];
    }),
  );
}

/** What servers of today say of a source with one table. Others have fields of their own. */
const OneTable = z.object({
  from: z.object({ databaseName: z.string().min(1), tableName: z.string().min(1) }),
  timestampValueExpression: z.string().min(1).optional(),
});

/** The title, and on one line its table and its time, or else the first fields that aren't ids. */
function formatBriefly(source: Source, names: ReadonlyMap<string, string>): string {
  const { title, lines } = partsOf(source, names, (value) => isNamedOrNoId(value, names));
  const { data: table } = OneTable.safeParse(source);
  const said = table
    ? [tableText(table)]
    : [
        lines
          .slice(0, briefPage.fields)
          .map((line) => line.slice(bullet.length))
          .join(" · "),
      ];
  return [title, ...said].filter((line) => line !== "").join("\n");
}

function tableText({ from, timestampValueExpression: at }: z.output<typeof OneTable>): string {
  const [table = "", ...time] = [
    `${from.databaseName}.${from.tableName}`,
    ...(at === undefined ? [] : [at]),
  ].map((text) => formatPlain(text, () => undefined));
  return [table, ...time.map((column) => `time in ${column}`)].join(", ");
}

function isNamedOrNoId(value: unknown, names: ReadonlyMap<string, string>): boolean {
  return typeof value !== "string" || !idShape.test(value) || names.has(value);
}

const idShape = /^(?:[\da-f]{16,}|[\da-f]{8}-[\da-f-]{27})$/i;

function formatSource(source: Source, names: ReadonlyMap<string, string>): string {
  const { title, lines } = partsOf(source, names);
  const leftOut = lines.length - inFullPage.fields;
  return [title, ...lines.slice(0, inFullPage.fields), ...(leftOut > 0 ? [moreFields(leftOut)] : [])].join(
    "\n",
  );
}

/** The title of a source, and a line for each of its fields with a wanted value. */
function partsOf(
  source: Source,
  names: ReadonlyMap<string, string>,
  isWanted: (value: unknown) => boolean = () => true,
): { title: string; lines: string[] } {
  const { id, name, ...record } = source;
  const { kind, rest } = kindOf(record);
  const called = sourceName(source);
  const title = called === undefined ? unnamed : `*${escapeName(called)}*`;
  // A name that is not a text is shown as a field.
  const said = Object.entries({ ...(called === undefined ? { name } : {}), ...rest, id });
  const wanted = Object.fromEntries(said.filter(([, value]) => isWanted(value)));
  const lines = fieldLines(wanted, (text) => (text === id ? undefined : names.get(text)));
  return { title: kind === undefined ? title : `${title} · ${escapeName(kind, 40)}`, lines };
}

/** Some servers call it kind, others type. */
function kindOf({ kind, type, ...rest }: Record<string, unknown>) {
  if (typeof kind === "string" && kind !== "")
    return { kind, rest: { ...(type !== undefined && { type }), ...rest } };
  if (typeof type === "string" && type !== "")
    return { kind: type, rest: { ...(kind !== undefined && { kind }), ...rest } };
  return { kind: undefined, rest: { kind, type, ...rest } };
}
