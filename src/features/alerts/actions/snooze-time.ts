import { type Day, addDays, dayOf, weekdayAfter } from "../../../lib/day.ts";
import { readDurationMs } from "../../../lib/duration.ts";
import { localDay, localTime } from "../../../lib/time.ts";

/** The end of a snooze as typed: a duration, or a time of day. Without a day, it is the next such time. */
export type SnoozeTime = { forMs: number } | { at: string; day?: string | undefined };

const clock = /^(?:at )?(\d{1,2})(?:[:.](\d\d))?\s*(am|pm)?$/;
/** The beginning of a day. */
export const morning = "09:00";

const partsOfDay: Readonly<Record<string, string>> = {
  morning,
  noon: "12:00",
  afternoon: "14:00",
  evening: "18:00",
};
const weekdayWords = "mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun";
const dayWords = new RegExp(
  String.raw`^(today|tomorrow|(?:${weekdayWords})(?:day)?|\d{4}-\d\d-\d\d)(?:[ ,t]+|$)`,
);
const clockWords = String.raw`(?:(?:at |in the |the )?(?:\d{1,2}(?:[:.]\d\d)? ?(?:am|pm)|\d{1,2}[:.]\d\d|${Object.keys(partsOfDay).join("|")}))`;
/** A moment as it may be typed: "18:30", "tomorrow morning", "monday". */
export const momentPattern = String.raw`(?:(?:today|tomorrow|(?:${weekdayWords})(?:day)?|\d{4}-\d\d-\d\d)(?: ${clockWords})?|${clockWords})`;

const counts: Readonly<Record<string, number>> = {
  "a couple of": 2,
  a: 1,
  an: 1,
  ...Object.fromEntries(
    "one two three four five six seven eight nine ten eleven twelve"
      .split(" ")
      .map((said, index) => [said, index + 1]),
  ),
};
const countWords = Object.keys(counts).join("|");
const unit = "(?:m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)";
const amount = String.raw`(?:\d{1,5}(?:\.\d)?\s?${unit}|half an h(?:ou)?r|half a day|(?:${countWords})\s(?:minutes?|mins?|hours?|hrs?|days?|weeks?))`;
/** How long, as it may be typed: "2h", "1 day and 4 hours", "half an hour". */
export const amountsPattern = String.raw`${amount}(?:,?\s?(?:and\s)?${amount})*`;

const counted = new RegExp(String.raw`\b(${countWords})\s(?=min|h(?:ou)?r|day|week)`, "gi");

/** How long, with digits: "two hours" is "2 hours". */
export function withDigits(typed: string): string {
  return typed
    .replaceAll(/\bhalf an h(?:ou)?r\b/gi, "30 minutes")
    .replaceAll(/\bhalf a day\b/gi, "12 hours")
    .replaceAll(counted, (_, count: string) => `${counts[count.toLowerCase()]} `);
}

/**
 * Reads "90 min", "1 h 30 m", "14:30", "tomorrow 9:00", "monday" or "2026-11-24 09:00". Undefined for anything else.
 */
export function readSnoozeTime(words: string): SnoozeTime | undefined {
  const text = withDigits(words)
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^(?:for|until|till?) /, "");
  const forMs = readDurationMs(text);
  return forMs === undefined ? readMoment(text) : { forMs };
}

function readMoment(text: string): SnoozeTime | undefined {
  const [begin = "", day] = dayWords.exec(text) ?? [];
  const rest = text.slice(begin.length);
  if (rest === "") return day === undefined ? undefined : { day, at: morning };
  // A number alone could mean hours or minutes.
  const at = day === undefined && /^\d+$/.test(rest) ? undefined : readClock(rest);
  return at === undefined ? undefined : { day, at };
}

/** Reads "9", "9:30", "9 pm", "21.30" and "noon" as "HH:MM". Undefined for an impossible time. */
function readClock(text: string): string | undefined {
  const named = partsOfDay[text.replace(/^(?:at |in the |the )+/, "")];
  if (named !== undefined) return named;
  const [, hours, minutes = "00", half] = clock.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === "pm" ? 12 : 0);
  const isShown = hour < 24 && Number(minutes) < 60 && (half === undefined || Number(hours) <= 12);
  return isShown ? `${String(hour).padStart(2, "0")}:${minutes}` : undefined;
}

/** The moment of a typed time in a time zone. Undefined if the day does not exist. */
export function momentOf(time: SnoozeTime, now: Date, timeZone: string): Date | undefined {
  if ("forMs" in time) return new Date(now.getTime() + time.forMs);
  const { day, at } = time;
  const today = localDay(now, timeZone);
  const first = localTime(today, at, timeZone);
  if (day === undefined) return first > now ? first : localTime(addDays(today, 1), at, timeZone);
  const named = dayOn(day, today);
  return named === undefined ? undefined : localTime(named, at, timeZone);
}

/** The day of a word such as "tomorrow", "monday" or "2026-11-24". Undefined for an impossible date. */
function dayOn(word: string, today: Day): Day | undefined {
  if (word === "today") return today;
  if (word === "tomorrow") return addDays(today, 1);
  if (/^\d/.test(word)) {
    const [year = 0, month = 0, date = 0] = word.split("-").map(Number);
    return dayOf(year, month, date);
  }
  return weekdayAfter(today, word.slice(0, 3));
}
