import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import { oneLine, plural, shortList, truncate } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import { shownName } from "../names.ts";

/** A dashboard's name in plain text. */
export function nameOfDashboard({ name }: Pick<Dashboard, "name">): string {
  return shownName(name, "Unnamed dashboard");
}

/** A dashboard's name in mrkdwn. */
export function boldName(dashboard: Pick<Dashboard, "name">): string {
  return `*${escapeName(nameOfDashboard(dashboard), 100)}*`;
}

/** A dashboard's facts in mrkdwn, as in "7 tiles · 2 alerts · `api`". Without the alerts if they are undefined. */
export function formatFacts(dashboard: Dashboard, alerts: readonly Alert[] | undefined): string {
  const count = alerts && alertsOf(dashboard, alerts).length;
  const alertCount = count === undefined ? [] : [count === 0 ? "no alerts" : plural(count, "alert")];
  return [formatTiles(dashboard), ...alertCount, ...formatTags(dashboard)].join(" · ");
}

/** The number of a dashboard's tiles: "7 tiles", "5 tiles and 2 that could not be read". */
export function formatTiles(dashboard: Dashboard): string {
  const unread = unreadableTiles(dashboard).length;
  const tiles = plural(dashboard.tiles?.length ?? 0, "tile");
  return unread === 0 ? tiles : `${tiles} and ${unread} that could not be read`;
}

const mostTags = 10;
const mostOfTag = 40;

function formatTags({ tags }: Dashboard): string[] {
  const all = tags ?? [];
  if (all.length === 0) return [];
  const shown = all.slice(0, mostTags).map((tag) => code(truncate(oneLine(tag), mostOfTag)));
  const more = all.length - shown.length;
  return [[...shown, ...(more > 0 ? [`and ${plural(more, "more tag")}`] : [])].join(" ")];
}

/** The alerts on a dashboard's tiles. */
export function alertsOf({ id }: Pick<Dashboard, "id">, alerts: readonly Alert[]): Alert[] {
  return alerts.filter((alert) => alertDashboardId(alert) === id);
}

/** Those of a dashboard's alerts that watch one tile. */
export function alertsOnTile({ id }: { id?: string | null | undefined }, alerts: readonly Alert[]): Alert[] {
  return alerts.filter(({ tileId }) => tileId && tileId === id);
}

const mostNames = 5;

/** The alerts that are deleted with a tile or a dashboard, in mrkdwn. Undefined if the server does not list alerts. */
export function alertsThatGo(
  alerts: readonly Alert[] | undefined,
  unreadable: readonly Unreadable[] = [],
): string {
  const [unread] = formatUnreadable("alert", unreadable);
  const known = knownToGo(alerts);
  if (!unread) return known;
  return `${alerts?.length ? `${known} ` : ""}${unread} What stands on it of those goes with it too.`;
}

function knownToGo(alerts: readonly Alert[] | undefined): string {
  if (!alerts) return "Alerts that stand on it go with it; this server did not say which there are.";
  if (alerts.length === 0) return "No alert stands on it.";
  const names = alerts.map(({ name }) => `“${escapeName(name ?? "") || "unnamed"}”`);
  const [verb, stand] = alerts.length === 1 ? ["goes", "stands"] : ["go", "stand"];
  return `:warning: *${plural(alerts.length, "alert")}* that ${stand} on it ${verb} with it: ${shortList(names, mostNames)}.`;
}
