import { type Day, countDays } from "../day.ts";
import { type Period, periodOf } from "./spans.ts";
import type { RangeEnd } from "./ends.ts";
import { noSuchDay, wrongWayRound } from "./problems.ts";

// 29 February comes every 4 years, and sometimes every 8.
const yearsToTry = 9;
// Two days without a year that are further apart over a New Year were meant the other way round.
const mostDaysOverNewYear = 183;

/** The latest begun period of an end without a year. Fails as user if the calendar has none. */
export function latestBegun(end: RangeEnd, today: Day): Period {
  return find(end, yearOf(today), -1, ({ from }) => from <= today);
}

/**
 * All days from one end to the other. A missing year is the one that makes a range of them, a begun one if possible.
 */
export function joinEnds(first: RangeEnd, second: RangeEnd, today: Day): Period {
  const [begin, end] = resolved(first, second, today);
  if (end.to < begin.from) throw wrongWayRound(begin.from, end.to, `${end.from} to ${begin.to}`);
  return periodOf(begin.from, end.to);
}

function resolved(first: RangeEnd, second: RangeEnd, today: Day): [Period, Period] {
  if (second.dated) {
    const end = latestBegun(second, today);
    const begin = first.dated ? latestBegun(first, today) : latestUpTo(first, end);
    return [begin, end];
  }
  const begin = latestBegun(first, today);
  const end = earliestFrom(second, begin);
  return first.dated || yearOf(end.to) <= yearOf(today) ? [begin, end] : overNewYear(first, second, today);
}

/** Neither end names a year, and the second one comes again only next year. */
function overNewYear(first: RangeEnd, second: RangeEnd, today: Day): [Period, Period] {
  const end = find(second, yearOf(today), -1, () => true);
  const begin = latestUpTo(first, end);
  const days = begin.unit === "day" && end.unit === "day";
  return days && countDays(begin.from, end.to) > mostDaysOverNewYear
    ? [latestBegun(first, today), end]
    : [begin, end];
}

function latestUpTo(end: RangeEnd, other: Period): Period {
  return find(end, yearOf(other.to), -1, ({ from }) => from <= other.to);
}

function earliestFrom(end: RangeEnd, other: Period): Period {
  return find(end, yearOf(other.from), 1, ({ to }) => to >= other.from);
}

/** The first suitable period, going up or down from a year. A dated end is what it is. */
function find(end: RangeEnd, year: number, step: 1 | -1, suits: (period: Period) => boolean): Period {
  for (let tried = 0; tried < yearsToTry; tried += 1) {
    const period = end.inYear(year + tried * step);
    if (period && (end.dated || suits(period))) return period;
  }
  throw noSuchDay(end.name);
}

function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}
