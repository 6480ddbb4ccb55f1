import type { CostRecord } from "../../../platform/cloud/costs/usage.ts";
import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import type { CostDayState } from "./kept-days.ts";
import { hourMs, minuteMs } from "../../../lib/duration.ts";

// Clouds lock a day within a few days. A day that stays unlocked for this long hardly changes.
const oldAfterDays = 45;
const freshForMs = {
  open: 5 * minuteMs,
  oldOpen: 6 * hourMs,
  // Mostly days before the organization existed. not forever, because nothing says that they are final.
  oldEmpty: 7 * 24 * hourMs,
};

/** The facts that a new answer is judged by. */
interface Answered {
  atMs: number;
  today: Day;
  /** The last day of the answer that has a locked record. */
  lastLocked: Day | undefined;
  /** The day's state before the answer. */
  before: CostDayState | undefined;
}

/**
 * A day's status after an answer. A day is final if it is over and all its records are locked, or if it has no records
 * and a later day has a locked one. A day counts as empty only after two answers, some time apart, without records.
 */
export function statusOf(
  day: Day,
  records: readonly CostRecord[],
  { atMs, today, lastLocked, before }: Answered,
): Pick<CostDayState, "status" | "fetchedAtMs" | "unconfirmedSinceMs"> {
  const fetchedAtMs = atMs;
  if (day >= today) return { status: "open", fetchedAtMs };
  if (records.length > 0) {
    return { status: records.every(({ locked }) => locked) ? "final" : "open", fetchedAtMs };
  }
  const isClosed = before?.status === "final" || (lastLocked !== undefined && day < lastLocked);
  if (isConfirmed(before, atMs)) return { status: isClosed ? "final" : "empty", fetchedAtMs };
  const unconfirmedSinceMs = Math.min(before?.unconfirmedSinceMs ?? atMs, atMs);
  return { status: isClosed ? "final" : "open", fetchedAtMs, unconfirmedSinceMs };
}

/** True if an earlier answer, at least 5 minutes old, had no records for the day either. */
function isConfirmed(before: CostDayState | undefined, atMs: number): boolean {
  if (before?.unconfirmedSinceMs !== undefined) return atMs - before.unconfirmedSinceMs >= freshForMs.open;
  // A day that was final with records stays final.
  return before?.status === "empty" || before?.status === "final";
}

/** True if the kept day needs no new request, for a client that reads amounts with this ending. */
export function isFresh(day: Day, state: CostDayState | undefined, now: Date, ending: string): boolean {
  if (!state || state.ending !== ending) return false;
  if (isFinal(state)) return true;
  const ageMs = now.getTime() - state.fetchedAtMs;
  // Another process's clock was ahead.
  if (ageMs < 0) return false;
  if (!isOld(day, now) || state.unconfirmedSinceMs !== undefined) return ageMs < freshForMs.open;
  return ageMs < (state.status === "empty" ? freshForMs.oldEmpty : freshForMs.oldOpen);
}

/** True if the day counts as unchangeable: it is final, or old and empty. */
export function isLocked(day: Day, state: CostDayState, now: Date): boolean {
  return isFinal(state) || (state.status === "empty" && isOld(day, now));
}

/** True for a day that is kept for good. An empty day needs a second answer that confirms it. */
export function isFinal({ status, unconfirmedSinceMs }: CostDayState): boolean {
  return status === "final" && unconfirmedSinceMs === undefined;
}

function isOld(day: Day, now: Date): boolean {
  return day < addDays(utcDay(now), -oldAfterDays);
}
