import { dayMs } from "./duration.ts";

/** The UTC day of a time, as `YYYY-MM-DD`. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The first millisecond of a `YYYY-MM-DD` day. */
export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

/** The day `count` days after `day`, or before it for a negative `count`. */
export function plusDays(day: string, count: number): string {
  return utcDay(new Date(dayStart(day).getTime() + count * dayMs));
}

/** Every day from `from` to `to`, both included, in order. None if `to` comes first. */
export function daysFrom(from: string, to: string): string[] {
  const count = Math.round((dayStart(to).getTime() - dayStart(from).getTime()) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => plusDays(from, index));
}
