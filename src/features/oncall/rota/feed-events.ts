import { type FeedPart, lineOf, textOf } from "./feed-lines.ts";
import { type Clock, type Length, type WallTime, lengthIn, timeIn, timesIn, utcClock } from "./feed-times.ts";
import type { FindClock } from "./feed-zones.ts";
import { type Rule, ruleIn } from "./rule.ts";

/** A time of an event on the clock that it is written for. */
export interface EventTime extends WallTime {
  clock: Clock;
}

/** An event of a feed, or a change of some of its occurrences. */
export interface FeedEvent {
  /** Its lines. */
  part: FeedPart;
  /** Its own and those of its changes. */
  uid: string;
  start: EventTime;
  /** Where it ends: a time, or a length. */
  end: EventTime | Length;
  rules: Rule[];
  /** More times at which it begins. Those of periods have an end of their own. */
  added: (EventTime & { until?: EventTime | Length })[];
  /** Times at which it doesn't happen. */
  left: EventTime[];
  /** The occurrence that it changes. */
  changes: EventTime | undefined;
  /** True if it changes all that follow too. */
  isFromThen: boolean;
  isCancelled: boolean;
  /** Larger in newer versions. */
  version: readonly [sequence: number, ms: number];
}

/** Lines of events in a feed beyond this many dates aren't a rota's. */
export const mostDates = 5_000;

/**
 * Reads an event. Undefined if a line that says when it is can't be read. A date that is left out or added and can't be
 * read is given to `skip` with its line.
 */
export function eventIn(
  part: FeedPart,
  clockNamed: FindClock,
  skip: (line: number) => void,
): FeedEvent | undefined {
  const timed = (name: string, own?: Clock) => {
    const line = lineOf(part, name);
    const time = line && timeIn(line.value, /^date$/i.test(line.params.get("VALUE") ?? ""));
    return time && { ...time, clock: clockOf(time, line.params.get("TZID"), clockNamed, own) };
  };
  const start = timed("DTSTART");
  const end = start && endOf(part, start, timed("DTEND", start.clock));
  const rules = linesNamed(part, "RRULE").map(({ value }) => ruleIn(value));
  const changes = timed("RECURRENCE-ID", start?.clock);
  const isOdd = lineOf(part, "RECURRENCE-ID") !== undefined && !changes;
  if (!part.isWhole || !start || !end || isOdd || rules.includes(undefined)) return undefined;

  const dates = (name: string) =>
    linesNamed(part, name).flatMap((line) => {
      const times = timesIn(line);
      if (!times) skip(line.number);
      const tzid = line.params.get("TZID");
      return (times ?? []).map(({ until, ...time }) => {
        const clock = clockOf(time, tzid, clockNamed, start.clock);
        return { ...time, clock, ...(until && { until: "days" in until ? until : { ...until, clock } }) };
      });
    });
  const numbered = Number(lineOf(part, "SEQUENCE")?.value);
  const changedAt = timeIn((lineOf(part, "LAST-MODIFIED") ?? lineOf(part, "DTSTAMP"))?.value ?? "");
  return {
    part,
    uid: textOf(lineOf(part, "UID")),
    start,
    end,
    rules: rules.filter((rule) => rule !== undefined),
    added: dates("RDATE"),
    left: dates("EXDATE"),
    changes,
    isFromThen: /^thisandfuture$/i.test(lineOf(part, "RECURRENCE-ID")?.params.get("RANGE") ?? ""),
    isCancelled: /^cancell?ed$/i.test(lineOf(part, "STATUS")?.value ?? ""),
    version: [Number.isFinite(numbered) ? numbered : 0, changedAt?.wallMs ?? 0],
  };
}

function linesNamed(part: FeedPart, name: string) {
  return part.lines.filter((line) => line.name === name);
}

/** A time without a zone is on the clock of the event that it belongs to. */
function clockOf(time: WallTime, tzid: string | undefined, named: FindClock, own?: Clock): Clock {
  if (time.isUtc) return utcClock;
  return tzid === undefined && own && own !== utcClock ? own : named(tzid);
}

/** Without an end, a day is a whole day, and a time is a moment. Undefined if it ends before it begins. */
function endOf(part: FeedPart, start: EventTime, end: EventTime | undefined): EventTime | Length | undefined {
  const length = lineOf(part, "DURATION");
  if (end) {
    // Most are on one clock, and need no conversion, which takes long.
    const isBefore =
      end.clock === start.clock
        ? end.wallMs < start.wallMs
        : end.clock(end.wallMs) < start.clock(start.wallMs);
    return isBefore ? undefined : end;
  }
  if (lineOf(part, "DTEND")) return undefined;
  return length ? lengthIn(length.value) : { days: start.isDay ? 1 : 0, ms: 0 };
}
