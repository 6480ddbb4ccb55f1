import { type HoldBack, Severity } from "../../alerts/index.ts";
import { z } from "zod";
import { clockTime, kept, timeZone, unfitText, userId } from "../../../lib/kinds.ts";
import { addDays, weekdayOf } from "../../../lib/day.ts";
import { localDay, localTime } from "../../../lib/time.ts";

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Maintenance every week. It goes over midnight if `to` is not later than `from`. */
export const WeeklyTimes = z.object({
  kind: z.literal("weekly"),
  days: z.array(z.enum(weekdays)).min(1),
  from: kept(clockTime),
  to: kept(clockTime),
  zone: kept(timeZone),
});

/** When a hook is in maintenance. Times of day are of the zone's clocks. */
export const MaintenanceWindow = z.object({
  id: z.string(),
  when: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("once"), fromMs: z.number(), untilMs: z.number() }),
    WeeklyTimes,
  ]),
  /** True if critical alerts are posted all the same. */
  criticalPasses: z.literal(true).optional(),
  /** When a person ended it early. What goes on then is over; a weekly one comes again. */
  endedAtMs: z.number().optional(),
  userId: kept(userId),
  at: z.iso.datetime(),
});
export type MaintenanceWindow = z.output<typeof MaintenanceWindow>;

/** The most windows of one hook. */
export const mostWindows = 20;

const KeptAlert = z.object({
  id: z.string(),
  title: z.string(),
  severity: Severity.optional(),
  times: z.int(),
});
export type KeptAlert = z.output<typeof KeptAlert>;

/** What was held back in a maintenance until now: counts, and the worst alerts first. */
export const HeldBack = z.object({ alerts: z.int(), events: z.int(), worst: z.array(KeptAlert) });
export type HeldBack = z.output<typeof HeldBack>;

/** How far a hook's windows are handled. Times are in Unix milliseconds. */
export const MaintenanceState = z.object({
  /** All begins and ends until then are posted. */
  handledMs: z.number(),
  /** The maintenance that goes on. */
  active: HeldBack.extend({ sinceMs: z.number() }).optional(),
});
export type MaintenanceState = z.output<typeof MaintenanceState>;

/** A post about the begin or the end of a maintenance. */
export const MaintenanceNote = z.object({
  hookId: z.string(),
  hookName: z.string(),
  sinceMs: z.number(),
  untilMs: z.number(),
  criticalPasses: z.boolean(),
  /** Only at the end, with how many alerts are still open. */
  ended: HeldBack.extend({ stillOpen: z.int() }).optional(),
});
export type MaintenanceNote = z.output<typeof MaintenanceNote>;

/** The timer of the next begin or end, among those of a hook's incidents. */
export const maintenanceTimer = "maintenance";

const prefix = "maintenance:";

/** The id of a note as an item of an outbox. */
export function noteItem(hookId: string, sinceMs: number, what: "begin" | "end"): string {
  return `${prefix}${hookId}:${sinceMs}:${what}`;
}

/** True for the id of a note. */
export function isNoteItem(itemId: string): boolean {
  return itemId.startsWith(prefix);
}

/** The maintenance at a time; undefined if there is none. Windows that meet or overlap are one. */
export function spanAt(windows: readonly MaintenanceWindow[], atMs: number): HoldBack | undefined {
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

function covering(windows: readonly MaintenanceWindow[], atMs: number): HoldBack[] {
  return windows
    .flatMap((window) => spansOf(window, atMs, 1))
    .filter(({ sinceMs, untilMs }) => sinceMs <= atMs && atMs < untilMs);
}

/** The spans of a window that begin from two days before a time to so many days after it. */
function spansOf(window: MaintenanceWindow, atMs: number, daysAhead: number): HoldBack[] {
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
