import { code, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import { oneLine, plural, truncate } from "../../../lib/text.ts";

const mostTags = 10;
const mostOfTag = 40;

/** What a dashboard is called, in plain text; one without a name too. */
export function nameOfDashboard({ name }: Pick<Dashboard, "name">): string {
  return oneLine(visible(name ?? "")) || "Unnamed dashboard";
}

/** A dashboard's facts on one line of mrkdwn: "7 tiles · 2 alerts · `api`"; alerts only where they could be read. */
export function formatFacts(dashboard: Dashboard, alerts: readonly Alert[] | undefined): string {
  const tiles = formatTiles(dashboard);
  const count = alerts && alertsOf(dashboard, alerts).length;
  const alertCount = count === undefined ? [] : [count === 0 ? "no alerts" : plural(count, "alert")];
  return [tiles, ...alertCount, ...formatTags(dashboard)].join(" · ");
}

/** How many tiles a dashboard has, those that cannot be read too: "7 tiles", "5 tiles and 2 that could not be read". */
export function formatTiles(dashboard: Dashboard): string {
  const unread = unreadableTiles(dashboard).length;
  const tiles = plural(dashboard.tiles?.length ?? 0, "tile");
  return unread === 0 ? tiles : `${tiles} and ${unread} that could not be read`;
}

/** The alerts that stand on a dashboard's tiles. */
export function alertsOf({ id }: Pick<Dashboard, "id">, alerts: readonly Alert[]): Alert[] {
  return alerts.filter((alert) => alertDashboardId(alert) === id);
}

/** Those of them that stand on one tile. */
export function alertsOnTile<Listed extends Pick<Alert, "tileId">>(
  { id }: { id?: string | null | undefined },
  alerts: readonly Listed[],
): Listed[] {
  return alerts.filter(({ tileId }) => tileId && tileId === id);
}

/** A name for a sentence in mrkdwn. */
export function boldName(dashboard: Pick<Dashboard, "name">): string {
  return `*${escapeName(nameOfDashboard(dashboard), 100)}*`;
}

function formatTags({ tags }: Dashboard): string[] {
  const all = tags ?? [];
  if (all.length === 0) return [];
  const shown = all.slice(0, mostTags).map((tag) => code(truncate(oneLine(tag), mostOfTag)));
  const more = all.length - shown.length;
  return [[...shown, ...(more > 0 ? [`and ${plural(more, "more tag")}`] : [])].join(" ")];
}
