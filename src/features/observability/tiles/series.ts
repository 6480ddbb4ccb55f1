import { z } from "zod";
import { limits } from "../../../platform/blocks/limits.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { type Source, sourceId, sourceName } from "../../../platform/cloud/observability/source.ts";
import type { Choice } from "../../../platform/forms/form.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { shownName } from "../names.ts";

/** One line or number of a tile. */
export type Series = NonNullable<Tile["series"]>[number];

/** A tile's form can change this many of its series. */
export const mostSeries = 10;

// The specification shows `time` and `number`.
const types: readonly Choice[] = [
  { value: "time", text: "Line chart over time" },
  { value: "number", text: "One number" },
];

// The specification shows `count`. Running servers have the others.
const aggregations: readonly Choice[] = [
  { value: "count", text: "Count" },
  { value: "sum", text: "Sum" },
  { value: "avg", text: "Average" },
  { value: "min", text: "Minimum" },
  { value: "max", text: "Maximum" },
  { value: "p50", text: "p50, the median" },
  { value: "p90", text: "p90" },
  { value: "p95", text: "p95" },
  { value: "p99", text: "p99" },
];

// Shown in the specification.
const usualSource: Choice = { value: "events", text: "Events" };

/** The types of a series, with the present one. */
export function typeChoices(series: Series | undefined): Choice[] {
  return withPresent(types, series?.type);
}

/** The aggregations of a series, with the present one. */
export function aggregationChoices(series: Series | undefined): Choice[] {
  return withPresent(aggregations, series?.aggFn);
}

/** The events, the sources of the target, and the present source of the series. */
export function sourceChoices(
  { dashboard, sources = [] }: { dashboard?: Dashboard | undefined; sources?: readonly Source[] | undefined },
  series: Series | undefined,
): Choice[] {
  const isByName = usesNames(dashboard, sources);
  const listed = sources.flatMap((source): Choice[] => {
    const name = sourceName(source);
    const value = (isByName ? undefined : sourceId(source)) ?? name;
    return value === undefined ? [] : [{ value, text: shownName(name ?? value, "Unnamed") }];
  });
  return withPresent([usualSource, ...listed], series?.dataSource);
}

/** The source that a choice names by its id or name; undefined for the events. */
export function sourceOfChoice(sources: readonly Source[], chosen: string): Source | undefined {
  return sources.find((source) => [sourceId(source), sourceName(source)].includes(chosen));
}

/** The series of a tile for a select, by what each counts, in plain text. */
export function seriesChoices({ series }: Tile): Choice[] {
  return (series ?? []).slice(0, mostSeries).map(({ aggFn, where }, index) => ({
    value: String(index),
    text: truncate(
      `${index + 1}. ${aggFn ?? "value"} of ${oneLine(where ?? "") || "everything"}`,
      limits.option.text,
    ),
  }));
}

/** Series name a source by its id or its name, and no server says which: the present ones show it. */
function usesNames(dashboard: Dashboard | undefined, sources: readonly Source[]): boolean {
  const names = new Set(sources.map((source) => sourceName(source) ?? ""));
  const used = (dashboard?.tiles ?? []).flatMap(({ series }) => series ?? []);
  return used.some(({ dataSource }) => dataSource && names.has(dataSource));
}

/** Leaves out values that an option cannot carry; they stay as they are. */
function withPresent(choices: readonly Choice[], present: string | null | undefined): Choice[] {
  const isListed = choices.some(({ value }) => value === present);
  // The present one comes first, because a select shows at most 100.
  const own = present && !isListed ? [{ value: present, text: shownName(present, "Unnamed") }] : [];
  const once = new Map([...own, ...choices].toReversed().map((choice) => [choice.value, choice]));
  return [...once.values()].toReversed().filter(({ value }) => value.length <= limits.option.value);
}

type Groups = Series["groupBy"];

// Not in the specification; some servers have records in place of names.
const Group = z.union([
  z.string(),
  z.looseObject({ valueExpression: z.string() }).transform(({ valueExpression }) => valueExpression),
]);

/** A series' groups as people write them, between commas. Undefined if one of them is unknown here. */
export function groupsInForm(groupBy: Groups): string | undefined {
  if (typeof groupBy === "string") return groupBy;
  return z
    .array(Group)
    .safeParse(groupBy ?? [])
    .data?.join(", ");
}

/** Groups by their names, in the server's own form. Those that it had stay as they were. */
export function regrouped(before: Groups, names: readonly string[]): Groups {
  // Some servers have a text there, and would not read a list.
  if (typeof before === "string") return names.join(", ");
  const had = new Map((before ?? []).map((group) => [Group.safeParse(group).data, group]));
  const isOfRecords = (before ?? []).some((group) => typeof group !== "string");
  return names.map((name) => had.get(name) ?? (isOfRecords ? { valueExpression: name } : name));
}
