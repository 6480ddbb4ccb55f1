import { createRequire } from "node:module";
import type * as chrono from "chrono-node/en";
import { parseISO } from "date-fns/parseISO";
import { type Day, dayOf } from "../day.ts";

// Fifty modules that most processes never need: loaded with the first phrase that does.
const load = createRequire(import.meta.url);

// Everything else is read without it, which is much faster.
const forChrono = / .*\b(?:ago|before|after)\b|\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]* /;

/**
 * The day that a phrase stands for, such as "3 weeks ago" or "tuesday 3 november", or undefined
 * where all of it is no day. Without a year it is the latest such day.
 */
export function dayByChrono(text: string, today: Day): Day | undefined {
  if (!forChrono.test(text)) return undefined;
  const { parse }: typeof chrono = load("chrono-node/en");
  const [found] = parse(text, noonOf(today), { forwardDate: false });
  if (found === undefined || found.end || found.text.length !== text.length) return undefined;
  const { start } = found;
  if (start.isCertain("hour") || !start.isCertain("month")) return undefined;
  const [year, month, day] = [start.get("year"), start.get("month"), start.get("day")];
  if (year === null || month === null || day === null) return undefined;
  const read = dayOf(year, month, day);
  return read !== undefined && read > today && !start.isCertain("year") ? dayOf(year - 1, month, day) : read;
}

/** Chrono reckons in the machine's zone, whatever zone it is given; noon of the same date there is as good as UTC's. */
function noonOf(day: Day): Date {
  return parseISO(`${day}T12:00`);
}
