import type { Dashboard } from "../contract.ts";
import { type AlertRecord, evaluatedAlert, type ObservedTarget } from "./target.ts";
import { seededDashboards } from "./seeded-dashboards.ts";
import { seededToken } from "../seeded-random.ts";
import { seededId } from "./seeded-id.ts";
import { seededSources } from "./seeded-sources.ts";

/** A target's initial content: two dashboards, five sources, an alert on each kind of thing. */
export function seededTarget(id: string, now: Date): ObservedTarget {
  const dashboards = seededDashboards(id);
  const alerts = seededAlerts(id, dashboards[0], now);
  return {
    id,
    teamId: seededId(id, "team"),
    dashboards: new Map(dashboards.map((dashboard) => [dashboard.id, dashboard])),
    alerts: new Map(alerts.map((alert) => [alert.id, alert])),
    sources: seededSources(id),
  };
}

function seededAlerts(target: string, dashboard: Dashboard | undefined, now: Date): AlertRecord[] {
  const tileId = dashboard?.tiles?.[0]?.id ?? undefined;
  const channel = { type: "webhook", webhookId: "" };
  const common = { message: "", interval: "5m", thresholdType: "above", channel };
  const search = { source: "saved_search", savedSearchId: `checkout_errors_${seededToken(4, target)}` };
  const tile = { source: "tile", dashboardId: dashboard?.id, tileId };
  const errors = {
    ...common,
    ...search,
    id: seededId(target, "errors"),
    name: "Checkout errors",
    threshold: 5,
  };
  const latency = {
    ...common,
    ...tile,
    id: seededId(target, "p95"),
    name: "p95 latency (ms)",
    threshold: 2000,
  };
  return [errors, latency].map((alert) => evaluatedAlert(alert, now));
}
