import { type CalendarUnit, type Day, addDays, countDays } from "../day.ts";
import { type Period, aroundDay, cutAt, noPeriod, periodOf, runOfUnits, wrongWayRound } from "./spans.ts";
import { type RangeEnd, readRangeEnd } from "./ends.ts";

/** A period with a name, if the name says more than its days. */
export interface PeriodText extends Period {
  label?: string;
}

/**
 * Reads a period in plain spelling. Its end may be in the future. Undefined if the text is none. Fails as user for one
 * that isn't in the calendar, such as 30 February. "Last 7 days" end on `lastDay`.
 */
export function readPeriod(text: string, today: Day, lastDay: Day): PeriodText | undefined {
  return (
    readRun(text, today, lastDay) ??
    readUntil(text, today) ??
    readOne(text, today) ??
    readSince(text, today) ??
    readTwo(text, today)
  );
}

// This many units lead to before 2010, which is refused, while years still have four digits.
const mostCounted = { day: 10_000, week: 2000, month: 400, quarter: 150, year: 40 };

type Unit = CalendarUnit | "day";
const unitsByLetter: Record<string, Unit> = { d: "day", w: "week", m: "month", q: "quarter", y: "year" };
const run = /^(?:last )?(\d+) ?(d|w|mo?|q|y|(?:day|week|month|quarter|year)s?)$/;

/** Days up to `lastDay`, or whole weeks or months up to the last one that is over. */
function readRun(text: string, today: Day, lastDay: Day): PeriodText | undefined {
  if (text === "last day") return readRun("last 1 day", today, lastDay);
  if (/^(?:last )?\d+ ?(?:h|hours?)$/.test(text)) throw noPeriod("Costs are per day, not per hour.");
  const [, digits, word = ""] = run.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const unit = unitNamed(word);
  const count = countOf(digits, unit);
  if (unit === "day")
    return {
      ...runOfUnits(count, unit, lastDay),
      ...(count === 1 ? {} : { label: `last ${count} days` }),
    };
  return runOfUnits(count, unit, addDays(aroundDay(unit, today).from, -1));
}

/** "Month to 2026-11-20": the part of a unit, or of several, up to the end of a day. */
function readUntil(text: string, today: Day): Period | undefined {
  const [, digits = "1", word, until = ""] =
    /^(?:(\d+) )?((?:day|week|month|quarter|year)s?) (?:to|until) (.+)$/.exec(text) ?? [];
  const end = word === undefined ? undefined : readRangeEnd(until, today);
  if (word === undefined || end === undefined) return undefined;
  const [day, unit] = [latestBegun(end, today), unitNamed(word)];
  return day.unit === "day" ? cutAt(runOfUnits(countOf(digits, unit), unit, day.from), day.from) : undefined;
}

function readOne(text: string, today: Day): PeriodText | undefined {
  const end = readRangeEnd(text, today);
  if (end === undefined) return undefined;
  const period = latestBegun(end, today);
  return text === "yesterday" ? { ...period, label: text } : period;
}

function readSince(text: string, today: Day): Period | undefined {
  const [, begins, goesOn] =
    /^(?:since|from|starting) (.+?)(?: on| onwards?)?$|^(.+) onwards?$/.exec(text) ?? [];
  const first = begins ?? goesOn;
  const end = first === undefined ? undefined : readRangeEnd(first, today);
  if (end === undefined) return undefined;
  const { from } = latestBegun(end, today);
  return periodOf(from, from > today ? from : today);
}

const joints = / (?:to|until|till|til|through|thru|up to) | ?(?:-{1,2}|\.{2,3}) ?/g;

function readTwo(text: string, today: Day): Period | undefined {
  const joined = text.replace(/^between (.+) and (.+)$/, "$1 to $2");
  const bare = withMonthOnBoth(joined.replace(/^(?:from|between|since) /, ""));
  for (const joint of bare.matchAll(joints)) {
    const first = readRangeEnd(bare.slice(0, joint.index), today);
    const second = first && readRangeEnd(bare.slice(joint.index + joint[0].length), today);
    if (first && second) return joinEnds(first, second, today);
  }
  return undefined;
}

const oneMonth = [
  /^(?<first>\d{1,2})(?<joint> ?(?:to|until|till|-|\.\.) ?)(?<second>\d{1,2})(?<after> (?:of )?[a-z]{3,9}(?: \d{4})?)$/i,
  /^(?<before>[a-z]{3,9} )(?<first>\d{1,2})(?<joint> ?(?:to|until|till|-|\.\.) ?)(?<second>\d{1,2})(?<after> \d{4})?$/i,
];

/** "1 to 15 October" with the month written beside both days. */
function withMonthOnBoth(text: string): string {
  const {
    first,
    second,
    before = "",
    after = "",
  } = oneMonth.map((form) => form.exec(text)?.groups).find(Boolean) ?? {};
  if (first === undefined || second === undefined) return text;
  if (Number(second) < Number(first))
    throw wrongWayRound(first, second, `${before}${second} to ${first}${after}`);
  return `${before}${first}${after} to ${before}${second}${after}`;
}

function unitNamed(word: string): Unit {
  return unitsByLetter[word.charAt(0)] ?? "day";
}

/** Cut to a count that leads to before the earliest day. */
function countOf(digits: string, unit: Unit): number {
  const count = Number(digits);
  if (count < 1) throw noPeriod("Enter at least 1 day.");
  return Math.min(count, mostCounted[unit]);
}

// 29 February comes every 4 years, and sometimes every 8.
const yearsToTry = 9;
// Two days without a year that are further apart over a New Year were meant the other way round.
const mostDaysOverNewYear = 183;

/** The latest begun period of an end without a year. Fails as user if the calendar has none. */
function latestBegun(end: RangeEnd, today: Day): Period {
  return find(end, yearOf(today), -1, ({ from }) => from <= today);
}

/**
 * All days from one end to the other. A missing year is the one that makes a range of them, a begun one if possible.
 */
function joinEnds(first: RangeEnd, second: RangeEnd, today: Day): Period {
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
  throw noPeriod(`${end.name.slice(0, 1).toUpperCase()}${end.name.slice(1)} isn't a real date.`);
}

function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}
