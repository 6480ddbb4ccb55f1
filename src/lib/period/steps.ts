import {
  type Day,
  addDays,
  addMonths,
  countDays,
  endOf,
  humanDays,
  humanQuarter,
  monthName,
} from "../day.ts";
import { type DaySpan, type Period, monthsIn, periodOf } from "./spans.ts";

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
