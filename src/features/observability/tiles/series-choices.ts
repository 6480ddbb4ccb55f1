import { visible } from "../../../platform/blocks/escape.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { type Source, sourceId, sourceName } from "../../../platform/cloud/observability/source.ts";
import type { Choice } from "../../../platform/forms/form.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import type { DashboardFacts } from "../dashboards/form-facts.ts";
import { mostSeries } from "./values.ts";

/** One line or number of a tile. */
export type Series = NonNullable<Tile["series"]>[number];

// `time` and `number` are shown in the specification.
const types: readonly Choice[] = [
  { value: "time", text: "Line chart over time" },
  { value: "number", text: "One number" },
];

// `count` is shown in the specification; the others are seen on running servers.
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

/** The types that a series can have, and the one it has. */
export function typeChoices(series: Series | undefined): Choice[] {
  return withPresent(types, series?.type);
}

/** The ways to make one value of many, and the one that the series has. */
export function aggregationChoices(series: Series | undefined): Choice[] {
  return withPresent(aggregations, series?.aggFn);
}

/** The events, the sources of the place, and the one that the series has. */
export function sourceChoices(
  { dashboard, sources = [] }: DashboardFacts,
  series: Series | undefined,
): Choice[] {
  const isByName = usesNames(dashboard, sources);
  const listed = sources.flatMap((source): Choice[] => {
    const name = sourceName(source);
    const value = (isByName ? undefined : sourceId(source)) ?? name;
    return value === undefined ? [] : [{ value, text: textOf(name ?? value) }];
  });
  return withPresent([usualSource, ...listed], series?.dataSource);
}

/** How the series of a tile are told apart in a select: what each counts, in plain text. */
export function seriesChoices({ series }: Tile): Choice[] {
  return (series ?? []).slice(0, mostSeries).map(({ aggFn, where }, index) => ({
    value: String(index),
    text: truncate(
      `${index + 1}. ${aggFn ?? "value"} of ${oneLine(where ?? "") || "everything"}`,
      limits.option.text,
    ),
  }));
}

/** No server says whether a source goes by its id or its name: where a series has the name of one, it is the name. */
function usesNames(dashboard: Dashboard | undefined, sources: readonly Source[]): boolean {
  const names = new Set(sources.map((source) => sourceName(source) ?? ""));
  const used = (dashboard?.tiles ?? []).flatMap(({ series }) => series ?? []);
  return used.some(({ dataSource }) => dataSource && names.has(dataSource));
}

/** What an option cannot carry is not offered, and stays as it is. */
function withPresent(choices: readonly Choice[], present: string | null | undefined): Choice[] {
  const isListed = choices.some(({ value }) => value === present);
  // First, for a select shows no more than a hundred.
  const all = present && !isListed ? [{ value: present, text: textOf(present) }, ...choices] : choices;
  const once = new Map(all.toReversed().map((choice) => [choice.value, choice]));
  return [...once.values()].toReversed().filter(({ value }) => value.length <= limits.option.value);
}

/** Slack takes no empty text. */
function textOf(name: string): string {
  return oneLine(visible(name)) || "Unnamed";
}
