import { format } from "date-fns/format";
import { formatDistanceStrict } from "date-fns/formatDistanceStrict";
import { tz } from "@date-fns/tz/tz";
import { tzOffset } from "@date-fns/tz/tzOffset";
import { formatISO } from "date-fns/formatISO";
import type { Day } from "./day.ts";
import { dayMs, minuteMs } from "./duration.ts";

/** How long ago a time was, in its largest unit: "10 minutes ago", or "in 10 minutes" for a future one. */
export function formatAgo(then: Date, now: Date): string {
  return formatDistanceStrict(then, now, { addSuffix: true });
}

/** The time in a date-time text; undefined if there is none. */
export function parseTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

// Most times in messages are of the present minute.
let lastMinute = { n: NaN, text: "" };

/** A time as "2026-11-20 10:00 UTC", for readers in an unknown time zone. */
export function utcTime(time: Date): string {
  const n = Math.floor(time.getTime() / minuteMs);
  if (n === lastMinute.n) return lastMinute.text;
  const iso = time.toISOString();
  const end = iso.indexOf("T");
  lastMinute = { n, text: `${iso.slice(0, end)} ${iso.slice(end + 1, end + 6)} UTC` };
  return lastMinute.text;
}

/** The calendar day at a time in a time zone (an IANA name or an offset such as "+05:30"). */
export function localDay(time: Date, timeZone: string): Day {
  return formatISO(time, { representation: "date", in: tz(timeZone) });
}

/** The calendar day and the time of day, as in "09:00", at a time in a time zone. */
export function localClock(time: Date, timeZone: string): { day: Day; at: string } {
  return { day: localDay(time, timeZone), at: format(time, "HH:mm", { in: tz(timeZone) }) };
}

/** A moment on a zone's clock for plain text, as in "2026-11-20 02:00". The text beside it names the zone. */
export function localMinute(time: Date, timeZone: string): string {
  const { day, at } = localClock(time, timeZone);
  return `${day} ${at}`;
}

/**
 * When the clocks of a time zone show a time of day, such as "09:00", on a calendar day: the first time if they show it
 * twice, and the moment of the change if they skip it. `TZDate` takes the second time in some zones and the first in
 * others, as its test shows.
 */
export function localTime(day: Day, at: string, timeZone: string): Date {
  const shownMs = Date.parse(`${day}T${at}:00Z`);
  // No clock is more than a day away from UTC, and none changes twice in two days.
  const [beforeMs, afterMs] = [shownMs - dayMs, shownMs + dayMs];
  const offsets = [offsetMs(beforeMs, timeZone), offsetMs(afterMs, timeZone)];
  const times = offsets
    .map((offset) => shownMs - offset)
    .filter((time) => time + offsetMs(time, timeZone) === shownMs);
  return new Date(times.length > 0 ? Math.min(...times) : changeBetween(beforeMs, afterMs, timeZone));
}

/** The moment between two times when a zone's clocks change. */
function changeBetween(fromMs: number, toMs: number, timeZone: string): number {
  const offset = offsetMs(toMs, timeZone);
  let [before, after] = [fromMs, toMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetMs(middle, timeZone) === offset) after = middle;
    else before = middle;
  }
  return after;
}

function offsetMs(timeMs: number, timeZone: string): number {
  return tzOffset(timeZone, new Date(timeMs)) * minuteMs;
}

const clockTime = /^(\d{1,2})(?:[:.h](\d{2})|h)?(?:(am|pm|a\.m\.|p\.m\.))?$/;

/**
 * The time of day in a word, as "07:30": reads "7:30", "7.30am", "19h", "noon" and "midnight"; undefined for others.
 */
export function timeOfDay(word: string): string | undefined {
  const said = word.toLowerCase();
  if (said === "noon") return "12:00";
  // A clock shows the end and the beginning of a day alike.
  if (said === "midnight" || said === "24:00") return "00:00";
  const [, hours = "", minutes = "00", half] = clockTime.exec(said) ?? [];
  if (hours === "" || Number(minutes) > 59) return undefined;
  const hour = half === undefined ? Number(hours) : onTwelveHourClock(Number(hours), half);
  return hour === undefined || hour > 23 ? undefined : `${String(hour).padStart(2, "0")}:${minutes}`;
}

function onTwelveHourClock(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.startsWith("p") ? 12 : 0);
}
