import { type CalendarUnit, type Day, addDays, addMonths, countMonths, endOf, startOf } from "../day.ts";

/** Days in UTC, both ends counted. */
export interface DaySpan {
  from: Day;
  to: Day;
}

/** Some days as people think of them; they may lie ahead. */
export interface Period extends DaySpan {
  /** One unit of the calendar, or just `days`. */
  unit: CalendarUnit | "day" | "days";
  /** How many months it has, where it is several whole ones in a row but no unit of its own. */
  months?: number;
  /** It ends before its last month, or its one unit, does. */
  partial?: boolean;
}

const calendarUnits = ["week", "month", "quarter", "year"] as const;

/** How many months a unit has. */
export const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

/** The days from one to another, with the unit of the calendar that they make up. */
export function periodOf(from: Day, to: Day): Period {
  if (from === to) return { from, to, unit: "day" };
  const whole = calendarUnits.find((unit) => startOf(unit, from) === from && endOf(unit, from) === to);
  if (whole) return { from, to, unit: whole };
  if (startOf("month", from) !== from || endOf("month", to) !== to) return { from, to, unit: "days" };
  return { from, to, unit: "days", months: countMonths(from, to) };
}

/** All of the week, month, quarter or year that a day is in. */
export function aroundDay(unit: CalendarUnit, day: Day): Period {
  return { from: startOf(unit, day), to: endOf(unit, day), unit };
}

/** So many units in a row, of which the last is the one that a day is in. */
export function runOfUnits(count: number, unit: CalendarUnit | "day", lastDay: Day): Period {
  if (unit === "day") {
    return count === 1
      ? { from: lastDay, to: lastDay, unit }
      : { from: addDays(lastDay, 1 - count), to: lastDay, unit: "days" };
  }
  const last = aroundDay(unit, lastDay);
  return count === 1 ? last : periodOf(unitsLater(unit, last.from, 1 - count), last.to);
}

/** The period that a name stands for on a day, or undefined where it is no name. */
export function namedPeriod(name: string, today: Day): Period | undefined {
  const days = Object.hasOwn(namedDays, name) ? namedDays[name] : undefined;
  if (days !== undefined) return runOfUnits(1, "day", addDays(today, days));
  const [, which = "", word] = /^(this|current|last|next|prev) (\w+)$/.exec(name) ?? [];
  const unit = calendarUnits.find((known) => known === word);
  return unit && aroundDay(unit, unitsLater(unit, startOf(unit, today), offsets[which] ?? 0));
}

/** The names that are offered to somebody who mistyped one. */
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
