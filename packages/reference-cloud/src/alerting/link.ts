import type { AlertRecord, ObservedTarget } from "../observability/target.ts";
import { standaloneTarget } from "../observability/observability.ts";
import { dayMs, hourMs, minuteMs } from "../duration.ts";

/** One notification about an alert's group in one window. "" is an alert without groups. */
export interface Occasion {
  alert: AlertRecord;
  target: ObservedTarget;
  group: string;
  value: number;
  state: "ALERT" | "OK";
  startMs: number;
  endMs: number;
}

/** The advertised addresses of the targets' consoles. A service's has its id in it. */
export const consoles = {
  managed: "https://console.example.com/services/{serviceId}/observability",
  standalone: "https://observe.example.com",
} as const;

function consoleOf({ id }: Occasion["target"]): string {
  return id === standaloneTarget ? consoles.standalone : consoles.managed.replace("{serviceId}", id);
}

/** The sender's own page about an occasion: the saved search, or the dashboard with its tile marked. */
export function linkTo({ alert, target, startMs, endMs }: Occasion): string {
  const appUrl = consoleOf(target);
  if (alert.source === "saved_search") {
    const query = new URLSearchParams({ from: String(startMs), to: String(endMs), isLive: "false" });
    return `${appUrl}/search/${alert.savedSearchId}?${query}`;
  }
  // Seven windows around the last one, for a graph.
  const aroundMs = 7 * (endMs - startMs);
  const query = new URLSearchParams({
    from: String(startMs - aroundMs),
    granularity: granularityOf(alert.interval),
    to: String(endMs + aroundMs),
    highlightedTileId: alert.tileId ?? "",
  });
  return `${appUrl}/dashboards/${alert.dashboardId}?${query}`;
}

const units: Readonly<Record<string, { word: string; ms: number }>> = {
  m: { word: "minute", ms: minuteMs },
  h: { word: "hour", ms: hourMs },
  d: { word: "day", ms: dayMs },
};

/** An interval such as "5m" in milliseconds. */
export function intervalMs(interval: string): number {
  return Number.parseInt(interval, 10) * (units[interval.slice(-1)]?.ms ?? minuteMs);
}

function granularityOf(interval: string): string {
  return `${Number.parseInt(interval, 10)} ${units[interval.slice(-1)]?.word ?? "minute"}`;
}
