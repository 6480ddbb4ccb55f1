import type { Dashboard } from "../../../cloud/dashboard.ts";
import { seededToken } from "../seeded-random.ts";
import { type AlertRecord, newAlert, type ObservedPlace } from "./place.ts";

/** The observability that a place begins with: a dashboard of two tiles, two sources, an alert on each kind of thing. */
export function seededPlace(id: string, now: Date): ObservedPlace {
  const dashboard = seededDashboard(id);
  const alerts = seededAlerts(id, dashboard, now);
  return {
    id,
    teamId: seededId(id, "team"),
    dashboards: new Map([[dashboard.id, dashboard]]),
    alerts: new Map(alerts.map((alert) => [alert.id, alert])),
    sources: [
      { id: seededId(id, "logs"), name: "Logs", kind: "log" },
      { id: seededId(id, "traces"), name: "Traces", kind: "trace" },
    ],
  };
}

/** Ids as the running servers write them: 24 hex digits. */
function seededId(...key: string[]): string {
  return seededToken(24, ...key);
}

function seededDashboard(place: string): Dashboard {
  const size = { y: 0, w: 12, h: 6, asRatio: false };
  const series = { dataSource: "events", aggFn: "count", where: "level:error" };
  const tile = (name: string, x: number, type: "time" | "number") => ({
    id: seededId(place, name),
    name,
    x,
    ...size,
    series: [{ ...series, type, ...(type === "time" && { groupBy: ["ServiceName"] }) }],
  });
  const tiles = [tile("p95 latency (ms)", 0, "time"), tile("Error count", 12, "number")];
  return { id: seededId(place, "dashboard"), name: "API Monitoring", tiles, tags: ["api"] };
}

function seededAlerts(place: string, { id: dashboardId, tiles }: Dashboard, now: Date): AlertRecord[] {
  const tileId = tiles?.[0]?.id ?? undefined;
  const common = { interval: "5m", thresholdType: "above", channel: { type: "webhook", webhookId: "" } };
  const search = { source: "saved_search", savedSearchId: seededId(place, "search") };
  const tile = { source: "tile", dashboardId, tileId };
  return [
    newAlert(
      {
        ...common,
        ...search,
        id: seededId(place, "errors"),
        name: "Checkout errors",
        message: "",
        threshold: 5,
      },
      now,
    ),
    newAlert(
      {
        ...common,
        ...tile,
        id: seededId(place, "p95"),
        name: "p95 latency (ms)",
        message: "",
        threshold: 2000,
      },
      now,
    ),
  ];
}
