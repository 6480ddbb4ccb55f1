import { type Day, addDays } from "../../../src/lib/day.ts";
import { minuteMs } from "../../../src/lib/duration.ts";

const quarterMs = 15 * minuteMs;
const formats = new Map<string, Intl.DateTimeFormat>();

/** What a clock on the wall shows, as "2027-03-28 03:00". */
function shown(atMs: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  formats.set(timeZone, format);
  return format.format(atMs);
}

/**
 * The first moment at which the clocks of a zone show a time of a day or a later one, found by looking at them every
 * quarter of an hour. The product computes it from offsets.
 */
export function onTheWall(day: Day, time: string, timeZone: string): Date {
  const wanted = `${day} ${time}`;
  // No zone is further from UTC than this.
  let atMs = Date.parse(addDays(day, -1)) + 9 * 60 * minuteMs;
  while (shown(atMs, timeZone) < wanted) atMs += quarterMs;
  return new Date(atMs);
}
