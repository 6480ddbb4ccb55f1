import {
  type Alert,
  alertDashboardId,
  alertSavedSearchId,
} from "../../../platform/cloud/observability/alert.ts";
import { foldName } from "../../../lib/text.ts";
import type { AlertEvent } from "../incident/event-record.ts";

/** The fields of an alert rule that match it to an incident. */
export type KnownAlert = ReturnType<typeof knownAlert>;

/** Takes these fields from an alert rule of the API. */
export function knownAlert(alert: Alert) {
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
 * Finds the alert rule of an event by its dashboard, tile or search; among several by its name, then its threshold.
 * Undefined if none or more than one fits.
 */
export function alertOf(
  { origin, alertName, threshold }: Pick<AlertEvent, "origin" | "alertName" | "threshold">,
  alerts: readonly KnownAlert[],
): KnownAlert | undefined {
  if (!origin) return undefined;
  const { dashboardId, tileId, savedSearchId } = origin;
  if (savedSearchId === undefined && dashboardId === undefined) return undefined;
  const candidates = alerts.filter((alert) =>
    savedSearchId === undefined
      ? alert.dashboardId === dashboardId && (tileId === undefined || alert.tileId === tileId)
      : alert.savedSearchId === savedSearchId,
  );
  const same = narrowed(candidates, ({ name }) => name === foldName(alertName));
  const named = narrowed(same, (alert) => isCalled(alertName, alert));
  const [only, ...others] = narrowed(named, (alert) => alert.threshold === Number(threshold));
  return others.length === 0 ? only : undefined;
}

/** True if an event has the name of an alert rule. The event of a tile may add "in" and its dashboard. */
export function isCalled(alertName: string, { name }: Pick<KnownAlert, "name">): boolean {
  const called = foldName(alertName);
  return called === name || (name !== "" && called.startsWith(`${name} in `));
}

/** Narrows several alert rules to those that fit, if any fits. */
function narrowed(
  alerts: readonly KnownAlert[],
  fits: (alert: KnownAlert) => boolean,
): readonly KnownAlert[] {
  const fitting = alerts.length > 1 ? alerts.filter(fits) : [];
  return fitting.length > 0 ? fitting : alerts;
}
