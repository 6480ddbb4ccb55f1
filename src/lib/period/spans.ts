import {
  type CalendarUnit,
  type Day,
  addDays,
  addMonths,
  countDays,
  countMonths,
  endOf,
  humanDays,
  humanQuarter,
  monthName,
  monthNames,
  monthNumber,
  startOf,
} from "../day.ts";
import { AppError } from "../errors.ts";
import { nearest } from "../text.ts";

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
const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

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

const tryThese = "Try `/db costs last 7 days` or `/db costs 2026-10-01 to 2026-10-15`.";
const offered = [
  ...rangeNames,
  "last 7 days",
  "last 30 days",
  "last 3 months",
  ...monthNames.map((name) => name.toLowerCase()),
];

// Far longer than any period in words.
const maxLength = 60;

/** The error for words that are not a period. It names the nearest period. */
export function unreadable(text: string): AppError {
  const near = text.length > maxLength ? undefined : nearestRange(text);
  return new AppError(
    "user",
    `I don't recognize that as a date range. ${near ? `Did you mean \`/db costs ${near}\`?` : tryThese}`,
  );
}

/** A line may go on after a mistyped period, so this checks its beginning too. */
function nearestRange(text: string): string | undefined {
  const [, month = ""] = /^(?:last|this|next) (\S+)$/.exec(text) ?? [];
  if (monthNumber(month) !== undefined) return month;
  const [begins] = /^(?:last|this) \S+/.exec(text) ?? [];
  return nearest(text, offered) ?? (begins === undefined ? undefined : nearest(begins, offered));
}

/** The error for an impossible period. It ends with examples. */
export function noPeriod(sentence: string): AppError {
  return new AppError("user", `${sentence} ${tryThese}`);
}

/** The error for two ends in the wrong order. */
export function wrongWayRound(first: string, second: string, swapped: string): AppError {
  return new AppError(
    "user",
    `${second} is before ${first}. Put the earlier day first: \`/db costs ${swapped}\`.`,
  );
}

/** The part of a period up to a day. The period has begun on that day. */
export function cutAt(period: Period, day: Day): Period {
  if (period.to <= day) return period;
  if (period.months === undefined) return cutUnit(period, day);
  const begun = periodOf(period.from, endOf("month", day));
  return begun.to < period.to ? cutAt(begun, day) : { ...begun, to: day, partial: true };
}

function cutUnit({ from, unit }: Period, day: Day): Period {
  if (unit !== "days") return { from, to: day, unit, partial: true };
  return { from, to: day, unit: from === day ? "day" : "days" };
}

const daysAWeek = 7;

/**
 * The days to compare a period with: the same part of the previous months, the same weekdays of the week before for at
 * most a week, or else as many days right before.
 */
export function spanBefore(period: Period): DaySpan {
  const { from, to, partial } = period;
  const months = monthsOf(period);
  if (months === undefined) {
    const days = Math.max(daysAWeek, countDays(from, to));
    return { from: addDays(from, -days), to: addDays(to, -days) };
  }
  return { from: addMonths(from, -months), to: partial ? addMonths(to, -months) : addDays(from, -1) };
}

/** The whole period of the same kind that ends right before this one. */
export function periodBefore(period: Period): Period {
  const months = monthsOf(period);
  const from =
    months === undefined ? addDays(period.from, -daysOfKind(period)) : addMonths(period.from, -months);
  return { ...period, from, to: addDays(period.from, -1), partial: false };
}

/** The whole period of the same kind that begins right after this one, or after the unit that it is part of. */
export function periodAfter(period: Period): Period {
  const from = endOfKind(period.from, period);
  return { ...period, from, to: addDays(endOfKind(from, period), -1), partial: false };
}

/** The day after a whole period of this kind that begins on a day. */
function endOfKind(from: Day, period: Period): Day {
  const months = monthsOf(period);
  if (months !== undefined) return addMonths(from, months);
  return addDays(from, daysOfKind(period));
}

function daysOfKind({ unit, from, to }: Period): number {
  return unit === "week" ? daysAWeek : countDays(from, to);
}

/** Words that mean exactly this period on any later day. */
export function lastingWords(period: Period): string {
  const { from, to, unit, months, partial } = period;
  if (unit === "day") return from;
  if (partial) return unit === "days" ? `${months} months to ${to}` : `${unit} to ${to}`;
  const asDates = periodOf(from, to);
  if (asDates.unit === unit && asDates.months === months) return `${from} to ${to}`;
  return `${countDays(from, to)} days to ${to}`;
}

/** The title of a period. */
export function labelOf(period: Period, today: Day): string {
  const { from, to, unit, partial } = period;
  if (unit === "day" && to === today) return "today so far";
  if (partial && to !== today) return humanDays(from, to);
  if (partial && unit === "week") return "this week so far";
  const label = wholeLabel({ ...period, to: partial ? endOf("month", to) : to });
  return partial && unit !== "day" ? `${label} so far` : label;
}

function wholeLabel({ from, to, unit, months }: Period): string {
  const year = from.slice(0, 4);
  if (unit === "year") return year;
  if (unit === "quarter") return humanQuarter(from);
  if (unit === "month") return `${monthName(from)} ${year}`;
  if (months === undefined) return humanDays(from, to);
  const lastYear = to.slice(0, 4);
  return `${monthName(from)}${year === lastYear ? "" : ` ${year}`} to ${monthName(to)} ${lastYear}`;
}

function monthsOf({ unit, months }: Period): number | undefined {
  return unit === "month" || unit === "quarter" || unit === "year" ? monthsIn[unit] : months;
}
