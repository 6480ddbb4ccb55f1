import { type CalendarUnit, type Day, addDays, addMonths, countMonths, endOf, startOf } from "../day.ts";

/** Days in UTC, both ends included. */
export interface DaySpan {
  from: Day;
  to: Day;
}

/** Days as people think of them; they may be in the future. */
export interface Period extends DaySpan {
  /** One unit of the calendar, or `days` for anything else. */
  unit: CalendarUnit | "day" | "days";
  /** The number of whole months, if they make no single unit. */
  months?: number;
  /** True if it ends before its last month or its unit ends. */
  partial?: boolean;
}

const calendarUnits = ["week", "month", "quarter", "year"] as const;

/** The number of months in a unit. */
export const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

/** The days from one to another, with the unit of the calendar that they make up. */
export function periodOf(from: Day, to: Day): Period {
  if (from === to) return { from, to, unit: "day" };
  const whole = calendarUnits.find((unit) => startOf(unit, from) === from && endOf(unit, from) === to);
  if (whole) return { from, to, unit: whole };
  if (startOf("month", from) !== from || endOf("month", to) !== to) return { from, to, unit: "days" };
  return { from, to, unit: "days", months: countMonths(from, to) };
}

/** The whole week, month, quarter or year around a day. */
export function aroundDay(unit: CalendarUnit, day: Day): Period {
  return { from: startOf(unit, day), to: endOf(unit, day), unit };
}

/** A run of `count` units. The last one is around `lastDay`. */
export function runOfUnits(count: number, unit: CalendarUnit | "day", lastDay: Day): Period {
  if (unit === "day") {
    return count === 1
      ? { from: lastDay, to: lastDay, unit }
      : { from: addDays(lastDay, 1 - count), to: lastDay, unit: "days" };
  }
  const last = aroundDay(unit, lastDay);
  return count === 1 ? last : periodOf(unitsLater(unit, last.from, 1 - count), last.to);
}

/** The period of a name on a day; undefined if it is not a name. */
export function namedPeriod(name: string, today: Day): Period | undefined {
  const days = Object.hasOwn(namedDays, name) ? namedDays[name] : undefined;
  if (days !== undefined) return runOfUnits(1, "day", addDays(today, days));
  const [, which = "", word] = /^(this|current|last|next|prev) (\w+)$/.exec(name) ?? [];
  const unit = calendarUnits.find((known) => known === word);
  return unit && aroundDay(unit, unitsLater(unit, startOf(unit, today), offsets[which] ?? 0));
}

/** The names to offer for a mistyped one. */
export const rangeNames = [
  "today",
  "yesterday",
  ...["this", "last"].flatMap((which) => calendarUnits.map((unit) => `${which} ${unit}`)),
];

const namedDays: Record<string, number> = {
  today: 0,
  now: 0,
  yesterday: -1,
  "day before yesterday": -2,
  tomorrow: 1,
};
const offsets: Record<string, number> = { last: -1, prev: -1, next: 1 };

function unitsLater(unit: CalendarUnit, day: Day, count: number): Day {
  return unit === "week" ? addDays(day, count * 7) : addMonths(day, count * monthsIn[unit]);
}

/** The earlier of two days. */
export function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}
