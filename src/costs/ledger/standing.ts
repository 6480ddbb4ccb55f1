import type { CostRecord } from "../../cloud/usage-cost.ts";
import { type Day, addDays, utcDay } from "../../lib/day.ts";
import type { CostDayState } from "../../store/cost-days.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
// Clouds lock days within a few; one that is unlocked for so long hardly changes any more.
const oldAfterDays = 45;
const freshForMs = {
  open: 5 * minuteMs,
  oldOpen: 6 * hourMs,
  // Most are days before the organization was there. Not for ever: nothing says that they are final.
  oldEmpty: 7 * 24 * hourMs,
};

/**
 * How a day stands by what the cloud said of it and of the days around it. Only a day that is over and has nothing
 * but locked records is final, or one without records before a day that is.
 */
export function standingOf(
  day: Day,
  records: readonly CostRecord[],
  { today, lastLocked }: { today: Day; lastLocked: Day | undefined },
): CostDayState["standing"] {
  if (day >= today) return "open";
  if (records.length > 0) return records.every(({ locked }) => locked) ? "final" : "open";
  return lastLocked !== undefined && day < lastLocked ? "final" : "empty";
}

/** True where the cloud need not be asked again yet. */
export function isFresh(day: Day, state: CostDayState | undefined, now: Date): boolean {
  if (!state) return false;
  if (state.standing === "final") return true;
  const ageMs = now.getTime() - state.fetchedAtMs;
  // From a clock that was ahead.
  if (ageMs < 0) return false;
  if (!isOld(day, now)) return ageMs < freshForMs.open;
  return ageMs < (state.standing === "empty" ? freshForMs.oldEmpty : freshForMs.oldOpen);
}

/** True where nothing of the day changes any more, as far as anybody can tell. */
export function isLocked(day: Day, { standing }: CostDayState, now: Date): boolean {
  return standing === "final" || (standing === "empty" && isOld(day, now));
}

function isOld(day: Day, now: Date): boolean {
  return day < addDays(utcDay(now), -oldAfterDays);
}
