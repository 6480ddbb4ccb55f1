import { type DaySpan, aroundDay } from "../../../lib/period/named-ranges.ts";
import type { Day } from "../../../lib/day.ts";

/** How often something begins anew, in UTC. */
export type Every = "daily" | "weekly" | "monthly";

/** The day, the week from Monday on, or the month that a day is in. */
export function periodOf(every: Every, day: Day): DaySpan {
  if (every === "daily") return { from: day, to: day };
  const { from, to } = aroundDay(every === "weekly" ? "week" : "month", day);
  return { from, to };
}
