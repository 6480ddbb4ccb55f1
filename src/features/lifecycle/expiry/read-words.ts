import { addDays, type Day } from "../../../lib/day.ts";
import { dayMs, hourMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { localTime } from "../../../lib/time.ts";
import * as texts from "./texts.ts";

/** When a service ends: so many days from now, at the end of a day, or never. */
export type End = { days: number } | { day: Day } | "never";

const end = /(?:^|\s)(?:(never|for good|none)|(\d{1,4}) ?(?:d|days?)|(\d{4}-\d{2}-\d{2}))$/i;

/** The words for a service's name, and its end if they have one. */
export function readExpiryWords(words: string): { name: string; end?: End } {
  const text = words.trim();
  const [whole, never, days, day] = end.exec(text) ?? [];
  if (whole === undefined) return { name: text };
  const name = text.slice(0, -whole.length).trim();
  if (never !== undefined) return { name, end: "never" };
  return { name, end: days === undefined ? { day: day ?? "" } : { days: Number(days) } };
}

const mostDays = 3_660;

/** The moment of an end. Undefined for never. A day counts to its end in the zone. Fails as user. */
export function endsAtOf(wanted: End, now: Date, zone: string): Date | undefined {
  if (wanted === "never") return undefined;
  const at = "days" in wanted ? new Date(now.getTime() + wanted.days * dayMs) : afterDay(wanted.day, zone);
  if (Number.isNaN(at.getTime())) throw new AppError("user", texts.when);
  if (at.getTime() < now.getTime() + hourMs) throw new AppError("user", texts.past);
  if (at.getTime() > now.getTime() + mostDays * dayMs) throw new AppError("user", texts.tooFar);
  return at;
}

function afterDay(day: Day, zone: string): Date {
  // 2026-02-30 isn't a day.
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  return isDay ? localTime(addDays(day, 1), "00:00", zone) : new Date(Number.NaN);
}
