import { standalonePlace } from "../observability/observability.ts";
import type { Occasion } from "./notification.ts";
import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";

/** Where the consoles of this server's places are said to be; a service's has its id in it. */
export const consoles = {
  managed: "https://console.example.com/services/{serviceId}/observability",
  standalone: "https://observe.example.com",
} as const;

function consoleOf({ id }: Occasion["place"]): string {
  return id === standalonePlace ? consoles.standalone : consoles.managed.replace("{serviceId}", id);
}

/** Where the sender's own page shows what it saw: the saved search, or the dashboard with the tile marked. */
export function linkTo({ alert, place, startMs, endMs }: Occasion): string {
  const appUrl = consoleOf(place);
  if (alert.source === "saved_search") {
    const query = new URLSearchParams({ from: String(startMs), to: String(endMs), isLive: "false" });
    return `${appUrl}/search/${alert.savedSearchId}?${query}`;
  }
  // Seven windows around the last one, as a graph needs them.
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

/** How long an interval such as "5m" is, in milliseconds. */
export function intervalMs(interval: string): number {
  return Number.parseInt(interval, 10) * (units[interval.slice(-1)]?.ms ?? minuteMs);
}

function granularityOf(interval: string): string {
  return `${Number.parseInt(interval, 10)} ${units[interval.slice(-1)]?.word ?? "minute"}`;
}
