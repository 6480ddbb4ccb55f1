import { z } from "zod";
import { code } from "../../../platform/blocks/escape.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { formatList, truncate } from "../../../lib/text.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import type { ConsolePage } from "../../../platform/cloud/observability/console.ts";

/** A tile of a dashboard. */
export type Tile = NonNullable<Dashboard["tiles"]>[number];

// Only the first two are in the specification. Running servers have the others.
const Series = z.looseObject({
  aggFn: z.string().nullish(),
  where: z.string().nullish(),
  aggCondition: z.string().nullish(),
  field: z.string().nullish(),
  valueExpression: z.string().nullish(),
  /** On newer servers, where all metrics have their values in one column. */
  metricName: z.string().nullish(),
  level: z.number().nullish(),
});
type Series = z.output<typeof Series>;

const Group = z.union([z.string(), z.looseObject({ valueExpression: z.string() })]);
const Groups = z.union([z.string(), z.array(Group)]).nullish();

/** Newer servers have this in place of `series`. */
const Config = z.looseObject({
  select: z.array(Series),
  where: z.string().nullish(),
  groupBy: z.unknown().optional(),
  asRatio: z.boolean().nullish(),
  source: z.string().nullish(),
  /** Shown in place of the selected values. */
  formulas: z.array(z.unknown()).nullish(),
});

const longestTerm = 150;
const mostGroups = 5;

/** The one value that a tile shows, in mrkdwn: "count of `level:error`"; undefined if that is uncertain. */
export function formatWatched(tile: Tile): string | undefined {
  const values = formatValues(tile);
  const [first, second, ...more] = values;
  if (first === undefined || more.length > 0) return undefined;
  if (second === undefined) return values.length === 1 ? first : undefined;
  return isRatio(tile) ? `the ratio of ${first} to ${second}` : undefined;
}

/** True if a tile shows its first value divided by its second. */
export function isRatio({ asRatio, config }: Tile): boolean {
  return asRatio === true || Config.safeParse(config).data?.asRatio === true;
}

/** The values that a tile shows, in mrkdwn; undefined for an uncertain one. */
export function formatValues(tile: Tile): (string | undefined)[] {
  const read = readTile(tile);
  return read?.series.map((series) => formatSeries(series, read.where)) ?? [];
}

/** The groups of a tile's values; "" for none. */
export function formatGroups(tile: Tile): string {
  return formatList(groupsOf(tile).slice(0, mostGroups).map(codeTerm));
}

/** The sources of a tile's values, by the server's names or ids for them. The usual one is left out. */
export function sourcesOf({ series, config }: Tile): string[] {
  const { data: newer } = Config.safeParse(config);
  const named = newer ? [newer.source] : (series ?? []).map(({ dataSource }) => dataSource);
  return [...new Set(named)].filter((source): source is string => Boolean(source) && source !== "events");
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

function formatSeries(series: Series, whereOfTile: string): string | undefined {
  if (!series.aggFn) return undefined;
  const field = fieldOf(series);
  const filters = [series.where, series.aggCondition, whereOfTile].map((text) => (text ?? "").trim());
  const where = [...new Set(filters.filter((text) => text !== ""))].map(codeTerm).join(" and ");
  if (field !== "") return `${formatAggregation(series)} of ${codeTerm(field)}${where && ` where ${where}`}`;
  return series.aggFn === "count" ? `count of ${where || "everything"}` : undefined;
}

/** Lines are counted. Every other aggregation is of a field: "" if the server does not name it. */
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

function formatAggregation({ aggFn, level }: Series): string {
  const name = (aggFn ?? "").toLowerCase();
  if (Object.hasOwn(aggregations, name)) return aggregations[name] ?? name;
  if (name === "quantile" && typeof level === "number") return `p${Number((level * 100).toPrecision(6))}`;
  return /^p\d{1,3}$/.test(name) ? name : codeTerm(aggFn ?? "");
}

function codeTerm(text: string): string {
  return code(truncate(text.trim(), longestTerm));
}

/** The tile that an alert watches; undefined if it is not on these dashboards. */
export function tileOf(alert: Alert, dashboards: readonly Dashboard[]): Tile | undefined {
  const dashboardId = alertDashboardId(alert);
  if (dashboardId === undefined || !alert.tileId) return undefined;
  const dashboard = dashboards.find(({ id }) => id === dashboardId);
  return dashboard?.tiles?.find(({ id }) => id === alert.tileId);
}

/** The console's page with the tile that an alert watches; undefined if it watches none. */
export function watchedPage(alert: Alert): ConsolePage | undefined {
  const id = alertDashboardId(alert);
  return id === undefined
    ? undefined
    : { kind: "dashboard", id, ...(alert.tileId && { tileId: alert.tileId }) };
}
