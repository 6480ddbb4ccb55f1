import { addDays, weekdayOf } from "../../../lib/day.ts";
import { localClock } from "../../../lib/local-time.ts";
import type { HookRule } from "../hooks/record.ts";

/** The part of a rule that says when it holds. */
export type RuleTime = NonNullable<HookRule["time"]>;

/**
 * True where clocks of the zone show a time from `from` on and before `to`. What goes over midnight belongs to the day it
 * begins on, and the same time twice is a whole day. Clocks are read as they are, so an hour that they show twice counts
 * twice.
 */
export function isWithin({ from, to, zone, days }: RuleTime, time: Date): boolean {
  const clock = clockIn(zone, time);
  if (clock === undefined) return false;
  const { day, at } = clock;
  const isToday = from < to ? at >= from && at < to : at >= from;
  const isSinceYesterday = from >= to && at < to;
  if (!isToday && !isSinceYesterday) return false;
  const weekday = weekdayOf(isToday ? day : addDays(day, -1))
    .slice(0, 3)
    .toLowerCase();
  return days?.some((one) => one === weekday) ?? true;
}

/** Undefined where the runtime does not know the zone any more: the rule then fits nothing, and all others go on. */
function clockIn(zone: string, time: Date): ReturnType<typeof localClock> | undefined {
  try {
    return localClock(time, zone);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
