import type { DaySpan } from "../../../lib/period/spans.ts";
import { type Day, humanDays, monthName } from "../../../lib/day.ts";
import type { Every } from "../../../platform/jobs/schedules/schedules.ts";

/** When a period is, in a sentence: "in November 2026", "from 16 to 22 Nov 2026", "on 20 Nov 2026". */
export function periodInWords(every: Every, { from, to }: DaySpan): string {
  if (every === "monthly") return `in ${monthAndYear(from)}`;
  return every === "weekly" ? `from ${humanDays(from, to)}` : `on ${humanDays(from, to)}`;
}

/** What a period is called: "November 2026", "16 to 22 Nov 2026", "20 Nov 2026". */
export function periodName(every: Every, { from, to }: DaySpan): string {
  return every === "monthly" ? monthAndYear(from) : humanDays(from, to);
}

/** What periods are, for people. */
export const periodRules: Record<Every, string> = {
  daily: "Days are UTC days.",
  weekly: "Weeks begin on Monday, in UTC.",
  monthly: "Months are calendar months in UTC.",
};

function monthAndYear(day: Day): string {
  return `${monthName(day)} ${day.slice(0, 4)}`;
}
