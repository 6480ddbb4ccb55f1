import { type Day, addDays, addMonths, countDays, endOfMonth, startOfMonth, startOfWeek } from "../day.ts";

/** Days in UTC, both ends counted. */
export interface DaySpan {
  from: Day;
  to: Day;
}

/** The units of the calendar that are longer than a day; weeks begin on Monday. */
export type CalendarUnit = "week" | "month" | "quarter" | "year";

/** Some days as people think of them; they may lie ahead. */
export interface Period extends DaySpan {
  /** One unit of the calendar, or just `days`. */
  unit: CalendarUnit | "day" | "days";
  /** How many months it has, where it is several whole ones in a row but no unit of its own. */
  months?: number;
  /** It ends before its last month, or its one unit, does. */
  partial?: boolean;
}

/** How many months a unit has. */
export const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

/** The days from one to another, with the unit of the calendar that they make up. */
export function periodOf(from: Day, to: Day): Period {
  if (from === to) return { from, to, unit: "day" };
  if (startOfWeek(from) === from && countDays(from, to) === 7) return { from, to, unit: "week" };
  if (startOfMonth(from) !== from || endOfMonth(to) !== to) return { from, to, unit: "days" };
  const months = monthOf(to) - monthOf(from) + 1;
  const whole = (["month", "quarter", "year"] as const).find(
    (unit) => monthsIn[unit] === months && startOfUnit(unit, from) === from,
  );
  return whole ? { from, to, unit: whole } : { from, to, unit: "days", months };
}

/** All of the week, month, quarter or year that a day is in. */
export function aroundDay(unit: CalendarUnit, day: Day): Period {
  const from = startOfUnit(unit, day);
  const to = unit === "week" ? addDays(from, 6) : addDays(addMonths(from, monthsIn[unit]), -1);
  return { from, to, unit };
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
  const [, which = "", unit] = /^(this|current|last|next|prev) (week|month|quarter|year)$/.exec(name) ?? [];
  return isUnit(unit)
    ? aroundDay(unit, unitsLater(unit, startOfUnit(unit, today), offsets[which] ?? 0))
    : undefined;
}

/** The names that are offered to somebody who mistyped one. */
export const rangeNames = [
  "today",
  "yesterday",
  ...["this", "last"].flatMap((which) =>
    ["week", "month", "quarter", "year"].map((unit) => `${which} ${unit}`),
  ),
];

const namedDays: Record<string, number> = {
  today: 0,
  now: 0,
  yesterday: -1,
  "day before yesterday": -2,
  tomorrow: 1,
};
const offsets: Record<string, number> = { last: -1, prev: -1, next: 1 };

function isUnit(text: string | undefined): text is CalendarUnit {
  return text === "week" || (text !== undefined && Object.hasOwn(monthsIn, text));
}

function unitsLater(unit: CalendarUnit, day: Day, count: number): Day {
  return unit === "week" ? addDays(day, count * 7) : addMonths(day, count * monthsIn[unit]);
}

function startOfUnit(unit: CalendarUnit, day: Day): Day {
  if (unit === "week") return startOfWeek(day);
  const month = Math.floor(monthOf(day) / monthsIn[unit]) * monthsIn[unit];
  return addMonths("2000-01-01", month - 24_000);
}

/** Months since the year 0. */
function monthOf(day: Day): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** The earlier of two days. */
export function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}
