import { tz } from "@date-fns/tz/tz";
import { tzOffset } from "@date-fns/tz/tzOffset";
import { format } from "date-fns/format";
import { formatISO } from "date-fns/formatISO";
import type { Day } from "./day.ts";
import { dayMs, minuteMs } from "./duration.ts";

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
