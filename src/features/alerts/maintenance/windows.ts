import { addDays, weekdayOf } from "../../../lib/day.ts";
import { unfitText } from "../../../lib/kinds.ts";
import { localDay, localTime } from "../../../lib/time.ts";
import { type MaintenanceWindow, WeeklyTimes } from "./record.ts";

/** A time of maintenance, from its begin to before its end, in Unix milliseconds. */
export interface Span {
  sinceMs: number;
  untilMs: number;
  criticalPasses: boolean;
}

/** The maintenance at a time; undefined if there is none. Windows that meet or overlap are one. */
export function spanAt(windows: readonly MaintenanceWindow[], atMs: number): Span | undefined {
  const first = covering(windows, atMs);
  if (first.length === 0) return undefined;
  let untilMs = Math.max(...first.map((span) => span.untilMs));
  for (;;) {
    const nextMs = Math.max(untilMs, ...covering(windows, untilMs).map((span) => span.untilMs));
    // No maintenance is longer than a year, even if windows without a gap follow each other.
    if (nextMs === untilMs || nextMs - atMs > longestMs) break;
    untilMs = nextMs;
  }
  const sinceMs = Math.min(...first.map((span) => span.sinceMs));
  return { sinceMs, untilMs, criticalPasses: first.some((span) => span.criticalPasses) };
}

const longestMs = 366 * 86_400_000;

/** When the next maintenance after a time begins, in Unix milliseconds. */
export function nextBeginMs(windows: readonly MaintenanceWindow[], afterMs: number): number | undefined {
  const begins = windows
    .flatMap((window) => spansOf(window, afterMs, 8))
    .map(({ sinceMs }) => sinceMs)
    .filter((sinceMs) => sinceMs > afterMs);
  return begins.length === 0 ? undefined : Math.min(...begins);
}

function covering(windows: readonly MaintenanceWindow[], atMs: number): Span[] {
  return windows
    .flatMap((window) => spansOf(window, atMs, 1))
    .filter(({ sinceMs, untilMs }) => sinceMs <= atMs && atMs < untilMs);
}

/** The spans of a window that begin from two days before a time to so many days after it. */
function spansOf(window: MaintenanceWindow, atMs: number, daysAhead: number): Span[] {
  const { criticalPasses = false, endedAtMs = -Infinity } = window;
  return timesOf(window, atMs, daysAhead)
    .map(([sinceMs, untilMs]) => ({
      sinceMs,
      untilMs: sinceMs <= endedAtMs && endedAtMs < untilMs ? endedAtMs : untilMs,
      criticalPasses,
    }))
    .filter(({ sinceMs, untilMs }) => sinceMs < untilMs);
}

function timesOf(
  { when }: MaintenanceWindow,
  atMs: number,
  daysAhead: number,
): (readonly [number, number])[] {
  if (when.kind === "once") return [[when.fromMs, when.untilMs]];
  // An earlier version kept zones that are none. Alerts are then posted, and the hook's owner hears of it.
  if (unfitText(WeeklyTimes, when) !== undefined) return [];
  const { days, from, to, zone } = when;
  const today = localDay(new Date(atMs), zone);
  const around = Array.from({ length: daysAhead + 3 }, (_, index) => addDays(today, index - 2));
  return around
    .filter((day) => days.some((each) => weekdayOf(day).toLowerCase().startsWith(each)))
    .map((day) => {
      const lastDay = from < to ? day : addDays(day, 1);
      return [localTime(day, from, zone).getTime(), localTime(lastDay, to, zone).getTime()] as const;
    });
}
