import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";
import type { FeedLine } from "./feed-lines.ts";

/** A time as a clock on the wall shows it: the milliseconds that it would be in UTC. */
export interface WallTime {
  wallMs: number;
  /** True for a whole day. */
  isDay: boolean;
  /** True if the wall is in UTC, whatever the zone beside it. */
  isUtc: boolean;
}

/** A zone's clock: when it shows a time, in Unix milliseconds. */
export type Clock = (wallMs: number) => number;

export const utcClock: Clock = (wallMs) => wallMs;

/** The clock of a zone with this offset from UTC at each moment. */
export function clockWith(offsetMsAt: (ms: number) => number): Clock {
  return (wallMs) => {
    // No clock is more than a day away from UTC, and none changes twice in two days.
    const [before, after] = [wallMs - offsetMsAt(wallMs - dayMs), wallMs - offsetMsAt(wallMs + dayMs)];
    // RFC 5545: of two times the first counts, and one that is skipped counts as if the clocks had not changed yet.
    const isShown = (ms: number) => ms + offsetMsAt(ms) === wallMs;
    return isShown(before) || !isShown(after) ? before : after;
  };
}

const written =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** The time in a text such as "20261128T090000Z", "20261128" or "2026-11-28T09:00:00+01:00"; undefined for others. */
export function timeIn(text: string, isDay = false): WallTime | undefined {
  const [, year = "", month = "", day = "", hour, minute = "0", second = "0", offset] =
    written.exec(text.trim()) ?? [];
  if (year === "") return undefined;
  const midnightMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isReal = new Date(midnightMs).toISOString().startsWith(`${year}-${month}-${day}`);
  const clockMs = (Number(hour ?? 0) * 60 + Number(minute)) * minuteMs + Math.min(Number(second), 59) * 1_000;
  if (!isReal || clockMs > dayMs || Number(minute) > 59 || Number(second) > 60) return undefined;
  if (isDay || hour === undefined) return { wallMs: midnightMs, isDay: true, isUtc: false };
  return { wallMs: midnightMs + clockMs - offsetIn(offset ?? ""), isDay: false, isUtc: offset !== undefined };
}

/** The offset in a text such as "+0100" or "-05:00:00"; 0 for others. */
export function offsetIn(text: string): number {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs);
}

/** The times in a line, which may be several. Those of periods have their end in `until`. Undefined if one is odd. */
export function timesIn({
  params,
  value,
}: FeedLine): (WallTime & { until?: WallTime | Length })[] | undefined {
  const isDay = /^date$/i.test(params.get("VALUE") ?? "");
  const times = value.split(",").map((each) => {
    const [begin = "", end] = each.split("/");
    const time = timeIn(begin, isDay);
    if (!time || end === undefined) return time;
    const until = timeIn(end) ?? lengthIn(end);
    return until && { ...time, until };
  });
  const read = times.filter((time) => time !== undefined);
  return read.length === times.length ? read : undefined;
}

/** A length of time: days by the clock on the wall, and then exact milliseconds. */
export interface Length {
  days: number;
  ms: number;
}

/** The length in a text such as "P1DT12H"; undefined for others, and for one that is negative. */
export function lengthIn(text: string): Length | undefined {
  const found =
    /^\+?P(?=\w)(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i.exec(
      text.trim(),
    );
  if (!found) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return { days: weeks * 7 + days, ms: hours * hourMs + minutes * minuteMs + seconds * 1_000 };
}
