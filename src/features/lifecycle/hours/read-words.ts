import { AppError } from "../../../lib/errors.ts";
import { truncate } from "../../../lib/text.ts";
import { timeOfDay } from "../../../lib/time.ts";
import { findZone, zoneHint } from "../../../lib/zone-names.ts";
import type { HoursSchedule } from "./schedule.ts";
import * as texts from "./texts.ts";

/** What was typed after `services hours`. */
export type HoursWords =
  | { what: "show"; name: string }
  | { what: "off"; name: string }
  | ({ what: "set"; name: string; timeZone: string | undefined } & Pick<
      HoursSchedule,
      "from" | "to" | "days"
    >);

const time = String.raw`\d{1,2}(?:[:.h]\d{2})? ?(?:am|pm)?`;
const span = new RegExp(String.raw`^(.*?)\s*\b(${time}) ?(?:-|–|to|until) ?(${time})(?=\s|$)(.*)$`, "i");

/** Reads words such as "orders dev 08:00-19:00 Mon-Fri Europe/Berlin". Fails as user. */
export function readHoursWords(words: string): HoursWords {
  const text = words.trim();
  const [isOff, offName = ""] = /^(.*?)\s*\boff$/i.exec(text) ?? [];
  if (isOff !== undefined) return { what: "off", name: offName.trim() };
  const [whole, name = "", from = "", to = "", rest = ""] = span.exec(text) ?? [];
  if (whole === undefined) return { what: "show", name: text };
  const { days, left } = readDays(rest);
  const times = { from: readTime(from), to: readTime(to) };
  if (times.from === times.to) throw new AppError("user", texts.sameTimes);
  return { what: "set", name: name.trim(), ...times, days, timeZone: readZone(left) };
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
