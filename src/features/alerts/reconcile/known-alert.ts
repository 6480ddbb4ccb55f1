import {
  type Alert,
  alertDashboardId,
  alertSavedSearchId,
} from "../../../platform/cloud/observability/alert.ts";
import { foldName } from "../../../lib/text.ts";
import type { AlertEvent } from "../incident/event-record.ts";

/** What is kept of an alert in the list, to find an incident's own among them. */
export interface KnownAlert {
  id: string;
  name: string;
  threshold: number | undefined;
  dashboardId: string | undefined;
  tileId: string | undefined;
  savedSearchId: string | undefined;
}

/** An alert as it is kept. */
export function knownAlert(alert: Alert): KnownAlert {
  return {
    id: alert.id,
    name: foldName(alert.name ?? ""),
    threshold: alert.threshold ?? undefined,
    dashboardId: alertDashboardId(alert),
    tileId: alert.tileId ?? undefined,
    savedSearchId: alertSavedSearchId(alert),
  };
}

/**
 * The one alert that an event can be of, by where its link leads; of several on one tile or search the one of its name, or
 * else of its threshold. Undefined where there is none, and where it may be more than one.
 */
export function alertOf(
  { origin, alertName, threshold }: Pick<AlertEvent, "origin" | "alertName" | "threshold">,
  alerts: readonly KnownAlert[],
): KnownAlert | undefined {
  if (!origin) return undefined;
  const { dashboardId, tileId, savedSearchId } = origin;
  if (savedSearchId === undefined && dashboardId === undefined) return undefined;
  const there = alerts.filter((alert) =>
    savedSearchId === undefined
      ? alert.dashboardId === dashboardId && (tileId === undefined || alert.tileId === tileId)
      : alert.savedSearchId === savedSearchId,
  );
  const same = narrowed(there, ({ name }) => name === foldName(alertName));
  const named = narrowed(same, (alert) => isCalled(alertName, alert));
  const [only, ...others] = narrowed(named, (alert) => alert.threshold === Number(threshold));
  return others.length === 0 ? only : undefined;
}

/** True where an event is called as an alert is; of one on a tile its title says in which dashboard as well. */
export function isCalled(alertName: string, { name }: Pick<KnownAlert, "name">): boolean {
  const called = foldName(alertName);
  return called === name || (name !== "" && called.startsWith(`${name} in `));
}

/** Those that fit, where any do and more than one is there. */
function narrowed(
  alerts: readonly KnownAlert[],
  fits: (alert: KnownAlert) => boolean,
): readonly KnownAlert[] {
  const fitting = alerts.length > 1 ? alerts.filter(fits) : [];
  return fitting.length > 0 ? fitting : alerts;
}
