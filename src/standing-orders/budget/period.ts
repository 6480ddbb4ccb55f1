import type { DaySpan } from "../../costs/named-ranges.ts";
import { type Day, addDays, humanDays, startOfMonth, startOfWeek } from "../../lib/day.ts";
import type { BudgetOrder } from "../../store/standing-orders/budget.ts";

/** How often a budget begins anew. */
export type Every = BudgetOrder["every"];

const firstDays: Record<Every, (day: Day) => Day> = {
  daily: (day) => day,
  weekly: startOfWeek,
  monthly: startOfMonth,
};

const lastDays: Record<Every, (from: Day) => Day> = {
  daily: (from) => from,
  weekly: (from) => addDays(from, 6),
  monthly: (from) => addDays(startOfMonth(addDays(from, 31)), -1),
};

/** The period that a day is in, in UTC days; weeks begin on Monday. */
export function periodOf(every: Every, day: Day): DaySpan {
  const from = firstDays[every](day);
  return { from, to: lastDays[every](from) };
}

/** When a period is, in a sentence: "in November 2026", "from 16 to 22 Nov 2026", "on 20 Nov 2026". */
export function periodInWords(every: Every, { from, to }: DaySpan): string {
  if (every === "monthly") return `in ${monthName(from)}`;
  return every === "weekly" ? `from ${humanDays(from, to)}` : `on ${humanDays(from, to)}`;
}

/** What a period is called: "November 2026", "16 to 22 Nov 2026", "20 Nov 2026". */
export function periodName(every: Every, { from, to }: DaySpan): string {
  return every === "monthly" ? monthName(from) : humanDays(from, to);
}

/** What periods are, for people. */
export const periodRules: Record<Every, string> = {
  daily: "Days are UTC days.",
  weekly: "Weeks begin on Monday, in UTC.",
  monthly: "Months are calendar months in UTC.",
};

function monthName(day: Day): string {
  return new Date(day).toLocaleString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
}
