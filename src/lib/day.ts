import { UTCDateMini } from "@date-fns/utc/date/mini";
import { addDays as plusDays } from "date-fns/addDays";
import { addMonths as plusMonths } from "date-fns/addMonths";
import { differenceInCalendarDays } from "date-fns/differenceInCalendarDays";
import { differenceInCalendarMonths } from "date-fns/differenceInCalendarMonths";
import { eachDayOfInterval } from "date-fns/eachDayOfInterval";
import { endOfISOWeek } from "date-fns/endOfISOWeek";
import { endOfMonth } from "date-fns/endOfMonth";
import { endOfQuarter } from "date-fns/endOfQuarter";
import { endOfYear } from "date-fns/endOfYear";
import { format } from "date-fns/format";
import { formatISO } from "date-fns/formatISO";
import { isValid } from "date-fns/isValid";
import { parseISO } from "date-fns/parseISO";
import { startOfISOWeek } from "date-fns/startOfISOWeek";
import { startOfMonth } from "date-fns/startOfMonth";
import { startOfQuarter } from "date-fns/startOfQuarter";
import { startOfYear } from "date-fns/startOfYear";
import { capital } from "./text.ts";

/** A calendar day in UTC, written `YYYY-MM-DD`. Such texts sort as the days do. */
export type Day = string;

/** The units of the calendar that are longer than a day. Weeks begin on Monday. */
export type CalendarUnit = keyof typeof edges;

// The package's own context makes formats for people, which takes a start 14 ms.
const utc = (time: Date | number | string) => new UTCDateMini(+new Date(time));
const inUtc = { in: utc };
const edges = {
  week: { start: startOfISOWeek, end: endOfISOWeek },
  month: { start: startOfMonth, end: endOfMonth },
  quarter: { start: startOfQuarter, end: endOfQuarter },
  year: { start: startOfYear, end: endOfYear },
};

/** The day in UTC that a time falls on. */
export function utcDay(time: Date): Day {
  return formatISO(time, { representation: "date", in: utc });
}

/** The day with these numbers, or undefined if the calendar has none, as for 30 February. */
export function dayOf(year: number, month: number, day: number): Day | undefined {
  const [mm, dd] = [month, day].map((part) => String(part).padStart(2, "0"));
  const text = `${String(year).padStart(4, "0")}-${mm}-${dd}`;
  return isValid(parseISO(text, inUtc)) ? text : undefined;
}

/** The day `count` days after `day`, or before it if `count` is negative. */
export function addDays(day: Day, count: number): Day {
  return utcDay(plusDays(day, count, inUtc));
}

/**
 * The same day of the month `count` months later, or earlier if `count` is negative. A shorter month gives its last
 * day.
 */
export function addMonths(day: Day, count: number): Day {
  return utcDay(plusMonths(day, count, inUtc));
}

/** The number of days from one day to another, both counted; at most 0 if `to` is before `from`. */
export function countDays(from: Day, to: Day): number {
  return differenceInCalendarDays(to, from, inUtc) + 1;
}

/** The number of calendar months from one day to another, both counted. */
export function countMonths(from: Day, to: Day): number {
  return differenceInCalendarMonths(to, from, inUtc) + 1;
}

/** Every day from one to another, both included, in order; none if `to` is before `from`. */
export function daysFrom(from: Day, to: Day): Day[] {
  return to < from ? [] : eachDayOfInterval({ start: from, end: to }, inUtc).map(utcDay);
}

/** The first day of the week, month, quarter or year that `day` is in. */
export function startOf(unit: CalendarUnit, day: Day): Day {
  return utcDay(edges[unit].start(day, inUtc));
}

/** The last day of the week, month, quarter or year that `day` is in. */
export function endOf(unit: CalendarUnit, day: Day): Day {
  return utcDay(edges[unit].end(day, inUtc));
}

/** The day of the week, as in "Thursday". */
export function weekdayOf(day: Day): string {
  return format(day, "EEEE", inUtc);
}

/** The names of the days of the week in lower case, from Monday on. */
export const weekdayNames: readonly string[] = daysFrom("2024-01-01", "2024-01-07").map((day) =>
  weekdayOf(day).toLowerCase(),
);

/** Days of the week by their numbers, 1 for Monday, as in "Mon-Fri" or "Mon,Wed". */
export function shortWeekdays(numbers: readonly number[]): string {
  const days = numbers
    .toSorted((a, b) => a - b)
    .map((number) => capital(weekdayNames[number - 1]?.slice(0, 3) ?? ""));
  const isRun = days.length > 2 && Math.max(...numbers) - Math.min(...numbers) === days.length - 1;
  return isRun ? `${days[0]}-${days.at(-1)}` : days.join(",");
}

/** The first day after `day` with a name that begins so: "fri", "friday". */
export function weekdayAfter(day: Day, name: string): Day | undefined {
  const week = daysFrom(addDays(day, 1), addDays(day, 7));
  return week.find((each) => weekdayOf(each).toLowerCase().startsWith(name));
}

/** Days as people write them: "20 Nov 2026", "14 to 20 Nov 2026", "28 Oct to 3 Nov 2026". */
export function humanDays(from: Day, to: Day): string {
  if (from === to) return format(from, "d MMM yyyy", inUtc);
  if (yearOf(from) !== yearOf(to)) return `${humanDays(from, from)} to ${humanDays(to, to)}`;
  return `${within(from, to, "to")} ${yearOf(to)}`;
}

/** The month that a day is in: "Nov 2026". */
export function humanMonth(day: Day): string {
  return format(day, "MMM yyyy", inUtc);
}

/** The full name of the month that a day is in: "November". */
export function monthName(day: Day): string {
  return format(day, "MMMM", inUtc);
}

/** The quarter that a day is in: "Q4 2026". */
export function humanQuarter(day: Day): string {
  return format(day, "QQQ yyyy", inUtc);
}

/** Sorted days as runs, without the year: "19 and 20 Nov", or "1 to 5 Nov, 9 Nov". */
export function daysInRuns(days: readonly Day[]): string {
  return runsOf(days)
    .map(({ from, to }) => (from === to ? dayAndMonth(from) : within(from, to, joint(from, to))))
    .join(", ");
}

function joint(from: Day, to: Day): string {
  return countDays(from, to) === 2 ? "and" : "to";
}

function runsOf(days: readonly Day[]): { from: Day; to: Day }[] {
  const runs: { from: Day; to: Day }[] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && addDays(run.to, 1) === day) run.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

function within(from: Day, to: Day, joint: string): string {
  const sameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${sameMonth ? format(from, "d", inUtc) : dayAndMonth(from)} ${joint} ${dayAndMonth(to)}`;
}

function dayAndMonth(day: Day): string {
  return format(day, "d MMM", inUtc);
}

function yearOf(day: Day): string {
  return day.slice(0, 4);
}

/** The full names of the months, in order. */
export const monthNames: readonly string[] = Array.from({ length: 12 }, (_, index) =>
  monthName(addMonths("2026-01-01", index)),
);

/** The number of a month, 1 to 12, by its name or at least its first three letters; undefined for any other word. */
export function monthNumber(word: string): number | undefined {
  if (word.length < 3) return undefined;
  const index = monthNames.findIndex((name) => name.toLowerCase().startsWith(word.toLowerCase()));
  return index === -1 ? undefined : index + 1;
}
