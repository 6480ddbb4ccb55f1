import { type Day, addDays } from "../../../lib/day.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";

// spec/api.md, "Usage costs": to_date at most 30 days after from_date.
const mostDaysAfterTheFirst = 30;

/** The fewest spans of at most 31 days that hold all of these days, the newest first; each begins and ends with one of them. */
export function windowsOf(days: readonly Day[]): DaySpan[] {
  const windows: DaySpan[] = [];
  for (const day of days.toSorted().toReversed()) {
    const window = windows.at(-1);
    if (window && day >= addDays(window.to, -mostDaysAfterTheFirst)) window.from = day;
    else windows.push({ from: day, to: day });
  }
  return windows;
}
