import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { truncate } from "../../../lib/text.ts";
import { timeOfDay } from "../../../lib/time.ts";
import { findZone, zoneHint } from "../../../lib/zone-names.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import type { HoursSchedule } from "./schedule.ts";
import * as texts from "./texts.ts";

/** When a service runs. Without a zone, in that of the person. */
export type Hours = Pick<HoursSchedule, "from" | "to" | "days"> & { timeZone: string | undefined };

const time = String.raw`\d{1,2}(?:[:.h]\d{2})? ?(?:am|pm)?`;
const span = new RegExp(String.raw`(?:^|\s)(${time}) ?(?:-|–|to|until) ?(${time})(?=\s|$)(.*)$`, "i");

/** Hours with their days and their zone, as the last words of a line. */
const hoursKind: ArgumentKind = {
  slot: {
    parts: [
      [/\b(\d{1,2}(?::\d{2})?) ?(?:-|–|to|until) ?(\d{1,2}(?::\d{2})?)\b/i, "$1-$2"],
      [/\b(mon-fri|weekdays|daily)\b/i, "$1"],
    ],
  },
  usage: ["08:00-19:00 [Mon-Fri] [<zone>]"],
  take(words) {
    const [whole] = span.exec(words) ?? [];
    if (whole === undefined) return undefined;
    return { value: texts.hours(readHours(whole)), rest: words.slice(0, -whole.length) };
  },
  write: String,
};

export const hours = argument(
  hoursKind,
  z
    .string()
    .max(100)
    .regex(/^\d{1,2}(?::\d{2})?-\d{1,2}(?::\d{2})?(?:\s|$)/),
).describe("Such as 08:00-19:00 Mon-Fri Europe/Berlin");

/** Reads words such as "08:00-19:00 Mon-Fri Europe/Berlin". Fails as user. */
export function readHours(words: string): Hours {
  const [, from = "", to = "", rest = ""] = span.exec(words) ?? [];
  const { days, left } = readDays(rest);
  const times = { from: readTime(from), to: readTime(to) };
  if (times.from === times.to) throw new AppError("user", texts.sameTimes);
  return { ...times, days, timeZone: readZone(left) };
}

function readTime(word: string): string {
  const plain = word.trim().replace(" ", "");
  const at = timeOfDay(/^\d{1,2}$/.test(plain) ? `${plain}:00` : plain);
  if (at === undefined) throw new AppError("user", texts.notATime(truncate(word.trim(), 20)));
  return at;
}

const short = "(mon|tue|wed|thu|fri|sat|sun)[a-z]*";
const oneDay = new RegExp(String.raw`^\s*(?:on )?${short}(?=[\s,.]|$)[,\s]*`, "i");
const range = new RegExp(String.raw`^\s*(?:on )?${short} ?(?:-|–|to) ?${short}(?=[\s,.]|$)[,\s]*`, "i");
const every = /^\s*(?:(daily|every ?day)|(?:on )?(weekdays|working days))(?=\s|$)/i;
const names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const all = [1, 2, 3, 4, 5, 6, 7];
const workdays = [1, 2, 3, 4, 5];

/** Every day, if none is named. */
function readDays(words: string): { days: number[]; left: string } {
  const [whole, daily] = every.exec(words) ?? [];
  if (whole !== undefined)
    return { days: daily === undefined ? workdays : all, left: words.slice(whole.length) };
  let left = words;
  const days = new Set<number>();
  for (;;) {
    const found = range.exec(left) ?? oneDay.exec(left);
    if (!found) break;
    const [matched, first = "", last = first] = found;
    for (const day of daysFrom(numberOf(first), numberOf(last))) days.add(day);
    left = left.slice(matched.length);
  }
  return { days: days.size === 0 ? all : [...days].toSorted((a, b) => a - b), left };
}

function numberOf(name: string): number {
  return names.indexOf(name.toLowerCase()) + 1;
}

/** "Fri-Mon" goes over the end of the week. */
function daysFrom(first: number, last: number): number[] {
  const count = ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => ((first + index - 1) % 7) + 1);
}

function readZone(words: string): string | undefined {
  const zone = words.trim();
  if (zone === "") return undefined;
  const found = findZone(zone);
  if ("zone" in found) return found.zone;
  throw new AppError("user", texts.notAZone(truncate(zone, 40), zoneHint(found.nearestName)));
}
