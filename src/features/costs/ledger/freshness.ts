import type { CostRecord } from "../../../platform/cloud/costs/usage.ts";
import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import type { CostDayState } from "./kept-days.ts";
import { hourMs, minuteMs } from "../../../lib/duration.ts";

// Clouds lock days within a few; one that is unlocked for so long hardly changes any more.
const oldAfterDays = 45;
const freshForMs = {
  open: 5 * minuteMs,
  oldOpen: 6 * hourMs,
  // Most are days before the organization was there. Not for ever: nothing says that they are final.
  oldEmpty: 7 * 24 * hourMs,
};

/** What a new answer is judged by. */
interface Answered {
  atMs: number;
  today: Day;
  /** The last day of the answer that has a locked record. */
  lastLocked: Day | undefined;
  /** How the day stood before. */
  before: CostDayState | undefined;
}

/**
 * How a day stands by what the cloud said of it and of the days around it. Only a day that is over and has nothing
 * but locked records is final, or one without records before a day that is. That a day has no records is believed once
 * two answers some time apart say so.
 */
export function standingOf(
  day: Day,
  records: readonly CostRecord[],
  { atMs, today, lastLocked, before }: Answered,
): Pick<CostDayState, "standing" | "fetchedAtMs" | "unconfirmedSinceMs"> {
  const fetchedAtMs = atMs;
  if (day >= today) return { standing: "open", fetchedAtMs };
  if (records.length > 0) {
    return { standing: records.every(({ locked }) => locked) ? "final" : "open", fetchedAtMs };
  }
  const isClosed = before?.standing === "final" || (lastLocked !== undefined && day < lastLocked);
  if (isConfirmed(before, atMs)) return { standing: isClosed ? "final" : "empty", fetchedAtMs };
  const unconfirmedSinceMs = Math.min(before?.unconfirmedSinceMs ?? atMs, atMs);
  return { standing: isClosed ? "final" : "open", fetchedAtMs, unconfirmedSinceMs };
}

/** True if an earlier answer said as well that the day has no records, and this one is no echo of it. */
function isConfirmed(before: CostDayState | undefined, atMs: number): boolean {
  if (before?.unconfirmedSinceMs !== undefined) return atMs - before.unconfirmedSinceMs >= freshForMs.open;
  // What had records and was final is not judged again.
  return before?.standing === "empty" || before?.standing === "final";
}

/** True if the cloud need not be asked again yet by one who reads amounts with this ending. */
export function isFresh(day: Day, state: CostDayState | undefined, now: Date, ending: string): boolean {
  if (!state || state.ending !== ending) return false;
  if (isFinal(state)) return true;
  const ageMs = now.getTime() - state.fetchedAtMs;
  // From a clock that was ahead.
  if (ageMs < 0) return false;
  if (!isOld(day, now) || state.unconfirmedSinceMs !== undefined) return ageMs < freshForMs.open;
  return ageMs < (state.standing === "empty" ? freshForMs.oldEmpty : freshForMs.oldOpen);
}

/** True where nothing of the day changes any more, as far as anybody can tell. */
export function isLocked(day: Day, state: CostDayState, now: Date): boolean {
  return isFinal(state) || (state.standing === "empty" && isOld(day, now));
}

/** True for a day that is kept for good: one that was final without records in a single answer is not yet. */
export function isFinal({ standing, unconfirmedSinceMs }: CostDayState): boolean {
  return standing === "final" && unconfirmedSinceMs === undefined;
}

function isOld(day: Day, now: Date): boolean {
  return day < addDays(utcDay(now), -oldAfterDays);
}
