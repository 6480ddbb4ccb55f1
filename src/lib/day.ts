import { dayMs } from "./duration.ts";

/** A calendar day in UTC, written `YYYY-MM-DD`; such texts sort as the days do. */
export type Day = string;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The day in UTC that a time falls on. */
export function utcDay(time: Date): Day {
  return time.toISOString().slice(0, 10);
}

/** The day with these numbers, or undefined where the calendar has none, as for 30 February. */
export function dayOf(year: number, month: number, day: number): Day | undefined {
  const time = new Date(Date.UTC(year, month - 1, day));
  const real =
    time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return real ? utcDay(time) : undefined;
}

/** The day `count` days after `day`, or before it where `count` is negative. */
export function addDays(day: Day, count: number): Day {
  return utcDay(new Date(Date.parse(day) + count * dayMs));
}

/** How many days there are from one day to another, both counted; at most 0 where `to` lies before `from`. */
export function countDays(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** Every day from one to another, both included, in order; none where `to` lies before `from`. */
export function daysFrom(from: Day, to: Day): Day[] {
  return Array.from({ length: Math.max(0, countDays(from, to)) }, (_, index) => addDays(from, index));
}

/** The first day of the month that `day` is in. */
export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}

/** The last day of the month that `day` is in. */
export function endOfMonth(day: Day): Day {
  return utcDay(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)));
}

/** The same day of the month `count` months later, or earlier where `count` is negative; the month's last day where it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const first = utcDay(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + count, 1)));
  const same = addDays(first, Number(day.slice(8)) - 1);
  const last = endOfMonth(first);
  return same < last ? same : last;
}

/** The Monday of the week that `day` is in. */
export function startOfWeek(day: Day): Day {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -sinceMonday);
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** The day of the week, as in "Thursday". */
export function weekdayOf(day: Day): string {
  return weekdays[new Date(day).getUTCDay()] ?? "";
}

/** Days as people write them: "20 Nov 2026", "14 to 20 Nov 2026", "28 Oct to 3 Nov 2026". */
export function humanDays(from: Day, to: Day): string {
  if (from === to) return `${dayAndMonth(from)} ${yearOf(from)}`;
  if (yearOf(from) !== yearOf(to)) return `${humanDays(from, from)} to ${humanDays(to, to)}`;
  return `${within(from, to, "to")} ${yearOf(to)}`;
}

/** The month that a day is in: "Nov 2026". */
export function humanMonth(day: Day): string {
  return `${months[Number(day.slice(5, 7)) - 1]} ${yearOf(day)}`;
}

/** Sorted days as runs, without their year: "19 and 20 Nov", or "1 to 5 Nov, 9 Nov". */
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
  return `${sameMonth ? Number(from.slice(8)) : dayAndMonth(from)} ${joint} ${dayAndMonth(to)}`;
}

function dayAndMonth(day: Day): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
}

function yearOf(day: Day): string {
  return day.slice(0, 4);
}
