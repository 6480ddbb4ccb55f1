import { type Day, addDays, dayOf, endOf, monthNames, monthNumber, startOf } from "../day.ts";
import { type Period, aroundDay, namedPeriod, periodOf } from "./spans.ts";
import { createRequire } from "node:module";
import type * as chrono from "chrono-node/en";
import { parseISO } from "date-fns/parseISO";

/** A day or a longer period, as one end of a range or as all of it. */
export interface RangeEnd {
  /** The name for the message if it is not in the calendar. */
  name: string;
  /** True if it names its year. */
  dated: boolean;
  /** The period in a year; undefined if that year has no such day. A dated end ignores the year. */
  inYear(year: number): Period | undefined;
}

type Reader = (text: string, today: Day) => RangeEnd | undefined;

const readers: Reader[] = [
  named,
  isoDay,
  yearOrMonth,
  quarterOrHalf,
  dayAndMonth,
  weekOf,
  edgeOf,
  weekday,
  byChrono,
];

/** Reads one end of a range in plain spelling; undefined if the text is none. */
export function readRangeEnd(text: string, today: Day): RangeEnd | undefined {
  const bare = text.replace(/^(?:(?:all|whole|month)(?: of)? )/, "");
  for (const read of readers) {
    const end = read(bare, today);
    if (end) return end;
  }
  return undefined;
}

function named(text: string, today: Day): RangeEnd | undefined {
  const period = namedPeriod(text, today);
  return period && dated(text, period);
}

function isoDay(text: string): RangeEnd | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  return day === undefined ? undefined : dated(text, dayPeriod(Number(year), Number(month), Number(day)));
}

function yearOrMonth(text: string): RangeEnd | undefined {
  const [, year, month] = /^((?:19|20|21)\d\d)(?:-(0?[1-9]|1[0-2]))?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  return dated(
    text,
    aroundDay(month === undefined ? "year" : "month", `${year}-${(month ?? "1").padStart(2, "0")}-01`),
  );
}

/** "q3", "2026-q3", "q3 2026", "h1 2026". */
function quarterOrHalf(text: string): RangeEnd | undefined {
  const [, before, unit, count, after] =
    /^(?:(\d{4})[ -]?)?(?:(q)(?=[1-4])|h(?=[12]))(\d)(?:[ /-]?(\d{4}))?$/.exec(text) ?? [];
  const length = unit === undefined ? 6 : 3;
  return count === undefined
    ? undefined
    : months(text, (Number(count) - 1) * length, length, before ?? after);
}

const month = "([a-z]{3,9})";
const ofYear = String.raw`(?: (\d{4})| ?'(\d{2}))?`;
const monthFirst = new RegExp(`^${month}(?: (\\d{1,2}))?${ofYear}$`, "i");
const dayFirst = new RegExp(`^(\\d{1,2})(?: of)? ${month}${ofYear}$`, "i");

function dayAndMonth(text: string): RangeEnd | undefined {
  const [, digits, after, ...years] = dayFirst.exec(text) ?? [];
  const [, before, otherDigits, ...otherYears] = monthFirst.exec(text) ?? [];
  const number = monthNumber(after ?? before ?? "");
  if (number === undefined) return undefined;
  const [long, short] = after === undefined ? otherYears : years;
  const year = long ?? (short === undefined ? undefined : `20${short}`);
  const day = digits ?? otherDigits;
  return day === undefined ? months(text, number - 1, 1, year) : dayInMonth(Number(day), number, year);
}

function dayInMonth(day: number, number: number, year: string | undefined): RangeEnd {
  const name = [day, monthNames[number - 1], ...(year ? [year] : [])].join(" ");
  if (year !== undefined) return dated(name, dayPeriod(Number(year), number, day));
  return { name, dated: false, inYear: (some) => dayPeriod(some, number, day) };
}

/** A run of `count` months in a year, from month `first`, which counts from 0. */
function months(name: string, first: number, count: number, year: string | undefined): RangeEnd {
  const inYear = (some: number) => {
    const from = dayOf(some, first + 1, 1);
    const last = dayOf(some, first + count, 1);
    return from === undefined || last === undefined ? undefined : periodOf(from, endOf("month", last));
  };
  return {
    name,
    dated: year !== undefined,
    inYear: (some) => inYear(year === undefined ? some : Number(year)),
  };
}

function weekOf(text: string, today: Day): RangeEnd | undefined {
  const [, day] = /^week (?:of|from|beginning|starting|commencing) (.+)$/.exec(text) ?? [];
  return day === undefined ? undefined : derived(day, today, weekAround);
}

function weekAround({ from, unit }: Period): Period | undefined {
  return unit === "day" ? aroundDay("week", from) : undefined;
}

function edgeOf(text: string, today: Day): RangeEnd | undefined {
  const [, edge, rest = ""] = /^(start|beginning|end) of (.+)$/.exec(text) ?? [];
  if (edge === undefined) return undefined;
  const whole = /^(?:week|month|quarter|year)$/.test(rest) ? `this ${rest}` : rest;
  return derived(whole, today, ({ from, to }) => (edge === "end" ? periodOf(to, to) : periodOf(from, from)));
}

function derived(
  text: string,
  today: Day,
  change: (period: Period) => Period | undefined,
): RangeEnd | undefined {
  const end = readRangeEnd(text, today);
  if (end === undefined) return undefined;
  return {
    ...end,
    inYear(year) {
      const period = end.inYear(year);
      return period && change(period);
    },
  };
}

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** A weekday is the latest one up to today, "last" means before today, and "this" means in this week. */
function weekday(text: string, today: Day): RangeEnd | undefined {
  const [, which, name = ""] = /^(?:(last|this) )?([a-z]+)$/.exec(text) ?? [];
  const index = weekdays.findIndex(
    (day) => day === name || (which && name.length > 2 && day.startsWith(name)),
  );
  if (index === -1) return undefined;
  const thisOne = addDays(startOf("week", today), index);
  const over = which === "this" || thisOne < today || (which === undefined && thisOne === today);
  const day = over ? thisOne : addDays(thisOne, -7);
  return dated(text, periodOf(day, day));
}

function byChrono(text: string, today: Day): RangeEnd | undefined {
  const day = dayByChrono(text, today);
  return day === undefined ? undefined : dated(text, periodOf(day, day));
}

function dated(name: string, period: Period | undefined): RangeEnd {
  return { name, dated: true, inYear: () => period };
}

function dayPeriod(year: number, number: number, day: number): Period | undefined {
  const read = dayOf(year, number, day);
  return read === undefined ? undefined : periodOf(read, read);
}

// Chrono is fifty modules that most processes never need. The first phrase that needs it loads it.
const require = createRequire(import.meta.url);

// All other texts are read without chrono, which is much faster.
const forChrono = / .*\b(?:ago|before|after)\b|\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]* /;

/**
 * The day of a phrase such as "3 weeks ago" or "tuesday 3 november"; undefined if the whole text is not a day. Without a
 * year it is the latest such day.
 */
function dayByChrono(text: string, today: Day): Day | undefined {
  if (!forChrono.test(text)) return undefined;
  const { parse }: typeof chrono = require("chrono-node/en");
  const [found] = parse(text, noonOf(today), { forwardDate: false });
  if (found === undefined || found.end || found.text.length !== text.length) return undefined;
  const { start } = found;
  if (start.isCertain("hour") || !start.isCertain("month")) return undefined;
  const [year, month, day] = [start.get("year"), start.get("month"), start.get("day")];
  if (year === null || month === null || day === null) return undefined;
  const read = dayOf(year, month, day);
  return read !== undefined && read > today && !start.isCertain("year") ? dayOf(year - 1, month, day) : read;
}

/** Chrono always uses the machine's zone. Noon of the same date there represents the day in UTC. */
function noonOf(day: Day): Date {
  return parseISO(`${day}T12:00`);
}
