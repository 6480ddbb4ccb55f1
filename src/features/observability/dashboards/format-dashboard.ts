import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import { oneLine, shortList, truncate } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/json.ts";
import { shownName } from "../names.ts";
import * as texts from "./texts.ts";

/** A dashboard's name in plain text. */
export function nameOfDashboard({ name }: Pick<Dashboard, "name">): string {
  return shownName(name, texts.unnamed);
}

/** A dashboard's name in mrkdwn. */
export function boldName(dashboard: Pick<Dashboard, "name">): string {
  return `*${escapeName(nameOfDashboard(dashboard), 100)}*`;
}

/** A dashboard's facts in mrkdwn, as in "7 tiles · 2 alert rules · `api`". Without the rules if they are undefined. */
export function formatFacts(dashboard: Dashboard, alerts: readonly Alert[] | undefined): string {
  const count = alerts && alertsOf(dashboard, alerts).length;
  const alertCount = count === undefined ? [] : [texts.ruleCount(count)];
  return [formatTiles(dashboard), ...alertCount, ...formatTags(dashboard)].join(" · ");
}

/** The number of a dashboard's tiles: "7 tiles", "5 tiles and 2 that I can't read". */
export function formatTiles(dashboard: Dashboard): string {
  return texts.tileCount(dashboard.tiles?.length ?? 0, unreadableTiles(dashboard).length);
}

const mostTags = 10;
const mostOfTag = 40;

function formatTags({ tags }: Dashboard): string[] {
  const all = tags ?? [];
  if (all.length === 0) return [];
  const shown = all.slice(0, mostTags).map((tag) => code(truncate(oneLine(tag), mostOfTag)));
  const more = all.length - shown.length;
  return [[...shown, ...(more > 0 ? [texts.moreTags(more)] : [])].join(" ")];
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
  const [unread] = formatUnreadable("alert rule", unreadable);
  const known = knownToGo(alerts);
  if (!unread) return known;
  return `${alerts?.length ? `${known} ` : ""}${texts.unreadRulesGo(unread)}`;
}

function knownToGo(alerts: readonly Alert[] | undefined): string {
  if (!alerts) return texts.unknownRulesGo;
  if (alerts.length === 0) return texts.noRulesGo;
  const names = alerts.map(({ name }) => `“${escapeName(name ?? "") || "unnamed"}”`);
  return texts.rulesThatGo(alerts.length, shortList(names, mostNames));
}
