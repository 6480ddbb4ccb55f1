import { type Day, addDays, dayOf, weekdayOf } from "../../../lib/day.ts";
import { localDay, localTime } from "../../../lib/local-time.ts";
import { hourMs, minuteMs } from "../../../lib/duration.ts";

/** Until when to snooze, as somebody says it: for so long, or until a time of day, the next one where no day is said. */
export type SnoozeTime = { forMs: number } | { at: string; day?: SnoozeDay };
type SnoozeDay = { inDays: number } | { weekday: string } | { date: Day };

const unitMs: Record<string, number> = {
  m: minuteMs,
  h: hourMs,
  d: 1_440 * minuteMs,
  w: 7 * 1_440 * minuteMs,
};
const duration =
  /(\d{1,5}(?:\.\d)?)\s*(m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])(?:\s*(?:,|and)?\s*)/gy;
const clock = /^(?:at )?(\d{1,2})(?:[:.](\d\d))?\s*(am|pm)?$/;
const dayWords =
  /^(today|tomorrow|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|\d{4}-\d\d-\d\d)(?:[ ,t]+|$)/;
const morning = "09:00";

/** Reads "90 min", "1 h 30 m", "14:30", "tomorrow 9:00", "monday" or "2026-11-24 09:00"; undefined for anything else. */
export function readSnoozeTime(words: string): SnoozeTime | undefined {
  const text = words
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^(?:for|until|till) /, "");
  return readDuration(text) ?? readMoment(text);
}

function readDuration(text: string): SnoozeTime | undefined {
  const parts = [...text.matchAll(duration)];
  const isAll = text !== "" && parts.map(([part]) => part).join("") === text;
  if (!isAll) return undefined;
  const forMs = parts.reduce(
    (sum, [, count, unit = ""]) => sum + Number(count) * (unitMs[unit.slice(0, 1)] ?? 0),
    0,
  );
  return { forMs };
}

function readMoment(text: string): SnoozeTime | undefined {
  const [begin = "", dayWord] = dayWords.exec(text) ?? [];
  const rest = text.slice(begin.length);
  if (rest === "") return dayWord === undefined ? undefined : { day: dayNamed(dayWord), at: morning };
  // A number alone could be hours or minutes as well.
  const isBare = dayWord === undefined && /^\d+$/.test(rest);
  const at = isBare ? undefined : readClock(rest);
  if (at === undefined) return undefined;
  return dayWord === undefined ? { at } : { day: dayNamed(dayWord), at };
}

function dayNamed(word: string): SnoozeDay {
  if (word === "today") return { inDays: 0 };
  if (word === "tomorrow") return { inDays: 1 };
  return /^\d/.test(word) ? { date: word } : { weekday: word.slice(0, 3) };
}

/** "9", "9:30", "9 pm" and "21.30" as 24 hours; undefined where no clock shows that. */
function readClock(text: string): string | undefined {
  const [, hours, minutes = "00", half] = clock.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === "pm" ? 12 : 0);
  const isShown = hour < 24 && Number(minutes) < 60 && (half === undefined || Number(hours) <= 12);
  return isShown ? `${String(hour).padStart(2, "0")}:${minutes}` : undefined;
}

/** The moment that a time to snooze until stands for, by the clocks of a zone; undefined for a day that no calendar has. */
export function momentOf(time: SnoozeTime, now: Date, timeZone: string): Date | undefined {
  if ("forMs" in time) return new Date(now.getTime() + time.forMs);
  const { day, at } = time;
  const today = localDay(now, timeZone);
  const first = localTime(today, at, timeZone);
  if (!day) return first > now ? first : localTime(addDays(today, 1), at, timeZone);
  const named = dayOn(day, today);
  return named === undefined ? undefined : localTime(named, at, timeZone);
}

function dayOn(day: SnoozeDay, today: Day): Day | undefined {
  if ("inDays" in day) return addDays(today, day.inDays);
  if ("weekday" in day) return nextWeekday(today, day.weekday);
  const [year = 0, month = 0, date = 0] = day.date.split("-").map(Number);
  return dayOf(year, month, date);
}

/** The first day after today that is called so. */
function nextWeekday(today: Day, weekday: string): Day {
  const days = [1, 2, 3, 4, 5, 6, 7].map((count) => addDays(today, count));
  return days.find((day) => weekdayOf(day).toLowerCase().startsWith(weekday)) ?? addDays(today, 7);
}
