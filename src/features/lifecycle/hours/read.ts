import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { truncate } from "../../../lib/text.ts";
import { timeOfDay } from "../../../lib/time.ts";
import { findZone, zoneHint } from "../../../lib/zone-names.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { type HoursSchedule, isWholeDays } from "./schedule.ts";
import { hoursSlot } from "./slot.ts";
import * as texts from "./texts.ts";

/** When a service runs. Without a zone, in that of the person. */
export type Hours = Pick<HoursSchedule, "from" | "to" | "days"> & { timeZone: string | undefined };

const time = String.raw`(?:\d{1,2}(?:[:.h]\d{2})? ?(?:am|pm)?|noon|midnight)`;
const span = new RegExp(
  String.raw`(?:^|\s)(?:(?:from|between) )?(${time}) ?(?:-|–|to|until|till|and) ?(${time})(?=\s|$)(.*)$`,
  "i",
);
const named =
  /(?:^|\s)(?:(?:during|in|on) )?(?:(all day|around the clock)|(?:office|business|working) hours)(?=\s|$)(.*)$/i;

const workdays = [1, 2, 3, 4, 5];
const weekend = [6, 7];
const all = [...workdays, ...weekend];
const midnight = "00:00";

const short = "(mon|tue|wed|thu|fri|sat|sun)[a-z]*";
const before = String.raw`^\s*(?:only )?(?:on )?`;
const behind = String.raw`(?=[\s,.]|$)(?:[,\s]+and(?=\s)|,)?\s*`;
const oneDay = new RegExp(`${before}${short}${behind}`, "i");
const range = new RegExp(`${before}${short} ?(?:-|–|to) ?${short}${behind}`, "i");
const every =
  /^\s*(?:only )?(?:(daily|every ?day)|(?:on )?(?:(weekends?)|weekdays|working days))(?: only)?(?=\s|$)/i;
const names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

const dayWord = String.raw`(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*`;
const between = String.raw`(?: ?(?:-|–|to) ?|, ?| and | )`;
// One day alone is rather a part of a name.
const daysAlone = new RegExp(
  String.raw`(?:^|\s)((?:only )?(?:on )?(?:weekdays|working days|weekends|${dayWord}(?:${between}${dayWord})+)(?: only)?(?=\s|$).*)$`,
  "i",
);

/** Hours with their days and their zone, as the last words of a line. */
const hoursArgument: ArgumentKind = {
  slot: hoursSlot,
  usage: ["08:00-19:00 [Mon-Fri] [<zone>]"],
  take(words) {
    const [whole = isOfDays(words)] = span.exec(words) ?? named.exec(words) ?? [];
    if (whole === undefined) return undefined;
    return { value: texts.hours(readHours(whole)), rest: words.slice(0, -whole.length) };
  },
  write: String,
};

export const hours = argument(hoursArgument, z.string().min(1).max(100)).describe(
  "Such as 08:00-19:00 Mon-Fri Europe/Berlin, or Mon-Fri for whole days",
);

/** The days at the end of words, and no more than a zone behind them. */
function isOfDays(words: string): string | undefined {
  const [whole, typed = ""] = daysAlone.exec(words) ?? [];
  if (whole === undefined) return undefined;
  const { left } = readDays(typed);
  return left.trim() === "" || "zone" in findZone(left.trim()) ? whole : undefined;
}

/**
 * Reads words such as "08:00-19:00 Mon-Fri Europe/Berlin", "office hours" or "Mon-Fri", which is all day on these days.
 * Fails as user.
 */
export function readHours(words: string): Hours {
  const { from, to, rest, usual } = readTimes(words);
  const { days = usual, left } = readDays(rest);
  const read = { from, to, days, timeZone: readZone(left) };
  if (from === to && !isWholeDays(read)) throw new AppError("user", texts.sameTimes);
  return read;
}

/** The times, the words behind them, and the days that are meant if none are named. */
function readTimes(words: string): { from: string; to: string; rest: string; usual: number[] } {
  const [whole, from = "", to = "", rest = ""] = span.exec(words) ?? [];
  if (whole !== undefined) return { ...readSpan(from, to), rest, usual: all };
  const [isNamed, isAllDay, after = ""] = named.exec(words) ?? [];
  if (isNamed !== undefined && isAllDay === undefined)
    return { from: "08:00", to: "18:00", rest: after, usual: workdays };
  return { from: midnight, to: midnight, rest: isNamed === undefined ? words : after, usual: all };
}

const bare = /^(?:1[0-2]|[1-9])$/;

/** "8 to 6" ends in the evening. */
function readSpan(typedFrom: string, typedTo: string): { from: string; to: string } {
  const [from, to] = [typedFrom.trim(), typedTo.trim()];
  const isEvening = bare.test(from) && bare.test(to) && Number(to) <= Number(from);
  return { from: readTime(from), to: readTime(isEvening ? `${to}pm` : to) };
}

function readTime(word: string): string {
  const plain = word.replace(" ", "");
  const at = timeOfDay(/^\d{1,2}$/.test(plain) ? `${plain}:00` : plain);
  if (at === undefined) throw new AppError("user", texts.notATime(truncate(word, 20)));
  return at;
}

/** No days, if none is named. */
function readDays(words: string): { days?: number[]; left: string } {
  const [whole, daily, onWeekends] = every.exec(words) ?? [];
  if (whole !== undefined) {
    const days = onWeekends === undefined ? workdays : weekend;
    return { days: daily === undefined ? days : all, left: words.slice(whole.length) };
  }
  let left = words;
  const days = new Set<number>();
  for (;;) {
    const found = range.exec(left) ?? oneDay.exec(left);
    if (!found) break;
    const [matched, first = "", last = first] = found;
    for (const day of daysFrom(numberOf(first), numberOf(last))) days.add(day);
    left = left.slice(matched.length);
  }
  if (days.size === 0) return { left };
  return { days: [...days].toSorted((a, b) => a - b), left: left.replace(/^only(?=\s|$)/i, "") };
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
