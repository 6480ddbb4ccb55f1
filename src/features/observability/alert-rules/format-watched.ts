import { z } from "zod";
import { code } from "../../../platform/blocks/escape.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { formatList, truncate } from "../../../lib/text.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";

/** A tile as a dashboard has it. */
export type Tile = NonNullable<Dashboard["tiles"]>[number];

// None of these is in the specification but the first two; running servers know them.
const Series = z.looseObject({
  aggFn: z.string().nullish(),
  where: z.string().nullish(),
  aggCondition: z.string().nullish(),
  field: z.string().nullish(),
  valueExpression: z.string().nullish(),
  /** Of newer servers, whose metrics all have their values in one column. */
  metricName: z.string().nullish(),
  level: z.number().nullish(),
});
type Series = z.output<typeof Series>;

const Group = z.union([z.string(), z.looseObject({ valueExpression: z.string() })]);
const Groups = z.union([z.string(), z.array(Group)]).nullish();

/** What newer servers have in place of `series`. */
const Config = z.looseObject({
  select: z.array(Series),
  where: z.string().nullish(),
  groupBy: z.unknown().optional(),
  asRatio: z.boolean().nullish(),
  /** What is shown in place of the values that it selects. */
  formulas: z.array(z.unknown()).nullish(),
});

const longestTerm = 150;
const mostGroups = 5;

/** What a tile shows as one value, in mrkdwn: "count of `level:error`"; undefined where that cannot be told for certain. */
export function formatWatched(tile: Tile): string | undefined {
  const values = formatValues(tile);
  const [first, second, ...more] = values;
  if (first === undefined || more.length > 0) return undefined;
  if (second === undefined) return values.length === 1 ? first : undefined;
  return isRatio(tile) ? `the ratio of ${first} to ${second}` : undefined;
}

/** True for a tile that shows its first value divided by its second. */
export function isRatio({ asRatio, config }: Tile): boolean {
  return asRatio === true || Config.safeParse(config).data?.asRatio === true;
}

/** Each value that a tile shows, in mrkdwn, in its order; undefined for one that cannot be told for certain. */
export function formatValues(tile: Tile): (string | undefined)[] {
  const read = readTile(tile);
  return read?.series.map((series) => seriesInWords(series, read.where)) ?? [];
}

/** What a tile's values are grouped by, in mrkdwn; "" where by nothing. */
export function formatGroups(tile: Tile): string {
  const shown = groupsOf(tile).slice(0, mostGroups).map(term);
  return formatList(shown);
}

interface ReadTile {
  series: readonly Series[];
  /** A filter of the whole tile. */
  where: string;
}

function readTile({ series, config }: Tile): ReadTile | undefined {
  const { data: newer } = Config.safeParse(config);
  if (newer?.formulas?.length) return undefined;
  if (newer) return { series: newer.select, where: newer.where ?? "" };
  const { data: older } = z.array(Series).safeParse(series);
  return older && { series: older, where: "" };
}

function groupsOf({ series, config }: Tile): string[] {
  const { data: newer } = Config.safeParse(config);
  const { data: groups } = Groups.safeParse(newer ? newer.groupBy : series?.[0]?.groupBy);
  const listed = typeof groups === "string" ? groups.split(",") : (groups ?? []);
  const names = listed.map((group) => (typeof group === "string" ? group : group.valueExpression).trim());
  return names.filter((name) => name !== "");
}

function seriesInWords(series: Series, whereOfTile: string): string | undefined {
  if (!series.aggFn) return undefined;
  const field = fieldOf(series);
  const filters = [series.where, series.aggCondition, whereOfTile].map((text) => (text ?? "").trim());
  const where = [...new Set(filters.filter((text) => text !== ""))].map(term).join(" and ");
  if (field !== "") return `${aggregationInWords(series)} of ${term(field)}${where && ` where ${where}`}`;
  return series.aggFn === "count" ? `count of ${where || "everything"}` : undefined;
}

/** Lines are counted; every other aggregation is of a field, which not every server tells: "" where it does not. */
function fieldOf({ aggFn, metricName, field, valueExpression }: Series): string {
  const named = (metricName ?? "").trim();
  if (named !== "" || aggFn === "count") return named;
  return (field ?? valueExpression ?? "").trim();
}

const aggregations: Readonly<Record<string, string>> = {
  count: "count",
  count_distinct: "count of different values",
  sum: "sum",
  avg: "average",
  min: "minimum",
  max: "maximum",
  median: "median",
};

function aggregationInWords({ aggFn, level }: Series): string {
  const name = (aggFn ?? "").toLowerCase();
  if (Object.hasOwn(aggregations, name)) return aggregations[name] ?? name;
  if (name === "quantile" && typeof level === "number") return `p${Number((level * 100).toPrecision(6))}`;
  return /^p\d{1,3}$/.test(name) ? name : term(aggFn ?? "");
}

function term(text: string): string {
  return code(truncate(text.trim(), longestTerm));
}

/** The tile that an alert watches, among dashboards that were read; undefined where it is not among them. */
export function tileOf(alert: Alert, dashboards: readonly Dashboard[]): Tile | undefined {
  const dashboardId = alertDashboardId(alert);
  if (dashboardId === undefined || !alert.tileId) return undefined;
  const dashboard = dashboards.find(({ id }) => id === dashboardId);
  return dashboard?.tiles?.find(({ id }) => id === alert.tileId);
}
