import { type Day, addDays, countDays, startOfMonth, startOfWeek } from "../lib/day.ts";

/** Days in UTC, both ends counted. */
export interface DaySpan {
  from: Day;
  to: Day;
}

/** Some days, and those before to compare them with. */
export interface ComparedSpan extends DaySpan {
  previous: DaySpan;
}

/** The periods that have a name, by it. Weeks begin on Monday; one that goes on ends today and is compared with as much of the one before. */
export const namedRanges: Record<string, (today: Day) => ComparedSpan> = {
  today: (today) => withTheSameBefore(today, today),
  yesterday: (today) => withTheSameBefore(addDays(today, -1), addDays(today, -1)),
  "this week": (today) => {
    const from = startOfWeek(today);
    return { from, to: today, previous: { from: addDays(from, -7), to: addDays(today, -7) } };
  },
  "last week": (today) => {
    const monday = startOfWeek(today);
    return withTheSameBefore(addDays(monday, -7), addDays(monday, -1));
  },
  "this month": (today) => {
    const from = startOfMonth(today);
    const before = monthBefore(from);
    const sameDay = addDays(before.from, countDays(from, today) - 1);
    return { from, to: today, previous: { from: before.from, to: earlier(sameDay, before.to) } };
  },
  "last month": (today) => {
    const month = monthBefore(startOfMonth(today));
    return { ...month, previous: monthBefore(month.from) };
  },
};

/** A span compared with as many days right before it. */
export function withTheSameBefore(from: Day, to: Day): ComparedSpan {
  return { from, to, previous: { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) } };
}

function monthBefore(firstOfMonth: Day): DaySpan {
  const to = addDays(firstOfMonth, -1);
  return { from: startOfMonth(to), to };
}

/** The earlier of two days. */
export function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}
