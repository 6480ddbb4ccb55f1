import { utc } from "@date-fns/utc";
import { format } from "date-fns/format";
import { formatDistanceStrict } from "date-fns/formatDistanceStrict";
import { tz } from "@date-fns/tz/tz";
import { tzOffset } from "@date-fns/tz/tzOffset";
import { formatISO } from "date-fns/formatISO";
import type { Day } from "./day.ts";
import { dayMs, minuteMs } from "./duration.ts";

/** How far back a time lies, in its one largest unit: "10 minutes ago", or "in 10 minutes" for one ahead. */
export function agoInWords(then: Date, now: Date): string {
  return formatDistanceStrict(then, now, { addSuffix: true });
}

/** The time that a date-time text names, or undefined where it is absent or names none. */
export function parseTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** A time as "2026-11-20 10:00 UTC", for readers whose own zone is not known. */
export function utcTime(time: Date): string {
  return format(time, "yyyy-MM-dd HH:mm 'UTC'", { in: utc });
}

/** The calendar day that it is at a time in a time zone (an IANA name or an offset such as "+05:30"). */
export function localDay(time: Date, timeZone: string): Day {
  return formatISO(time, { representation: "date", in: tz(timeZone) });
}

/** What a clock of a time zone shows: the calendar day, and the time of day as in "09:00". */
export function localClock(time: Date, timeZone: string): { day: Day; at: string } {
  return { day: localDay(time, timeZone), at: format(time, "HH:mm", { in: tz(timeZone) }) };
}

/**
 * When clocks of a time zone show a time of day, as in "09:00", on a calendar day: for the first time where they show it
 * twice, and the moment they are put forward where they leave it out. `TZDate` takes the second time in some zones and
 * the first in others, as its test shows.
 */
export function localTime(day: Day, at: string, timeZone: string): Date {
  const shownMs = Date.parse(`${day}T${at}:00Z`);
  // No clock is more than a day away from UTC, and none is changed twice in two days.
  const [beforeMs, afterMs] = [shownMs - dayMs, shownMs + dayMs];
  const offsets = [offsetMs(beforeMs, timeZone), offsetMs(afterMs, timeZone)];
  const times = offsets
    .map((offset) => shownMs - offset)
    .filter((time) => time + offsetMs(time, timeZone) === shownMs);
  return new Date(times.length > 0 ? Math.min(...times) : changeBetween(beforeMs, afterMs, timeZone));
}

/** The moment between two times at which a zone's clocks are changed. */
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

/** The time of day that a word names, as in "07:30": of "7:30", "7.30am", "19h", "noon" or "midnight"; undefined for others. */
export function timeOfDay(word: string): string | undefined {
  const said = word.toLowerCase();
  if (said === "noon") return "12:00";
  // The day's end and its beginning look the same on a clock.
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
