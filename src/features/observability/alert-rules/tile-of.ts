import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { Tile } from "./format-watched.ts";

/** The tile that an alert watches, among dashboards that were read; undefined where it is not among them. */
export function tileOf(alert: Alert, dashboards: readonly Dashboard[]): Tile | undefined {
  const dashboardId = alertDashboardId(alert);
  if (dashboardId === undefined || !alert.tileId) return undefined;
  const dashboard = dashboards.find(({ id }) => id === dashboardId);
  return dashboard?.tiles?.find(({ id }) => id === alert.tileId);
}
