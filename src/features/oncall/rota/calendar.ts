import { dayMs } from "../../../lib/duration.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { type FedPerson, peopleOf } from "./event-people.ts";
import { type FeedEvent, eventIn, mostDates } from "./feed-events.ts";
import { FeedProblem, calendarsIn, lineOf, textOf } from "./feed-lines.ts";
import type { Clock } from "./feed-times.ts";
import { type AssumedZone, clockFinder } from "./feed-zones.ts";
import { occurrencesOf } from "./occurrences.ts";
import { dayQuota } from "./rule.ts";

/** A person's time on call as a feed has it, in Unix milliseconds. */
export interface FedShift extends FedPerson {
  fromMs: number;
  toMs: number;
}

/** What is in a feed around a moment. */
export interface FeedReading {
  /** By their begin. */
  shifts: FedShift[];
  /** What can't be read: the titles of events, or the line where it is. */
  leftOut: string[];
  /** Zones of these shifts that aren't known for sure. */
  zones: AssumedZone[];
}

/** Shifts that end before, or begin after, aren't read. */
const backMs = dayMs;
const aheadMs = 30 * dayMs;
/** A feed with more of them in that time isn't a rota. */
const mostShifts = 1_000;
const longestTitle = 100;

/**
 * The times on call in an iCal feed around a moment. What can't be read is left out and named. Fails as a FeedProblem for
 * anything but iCal, for more than a rota needs, and if no event can be read.
 */
export function readCalendar(text: string, nowMs: number): FeedReading {
  const calendars = calendarsIn(text);
  const assumed = new Map<Clock, AssumedZone>();
  const leftOut: string[] = [];
  const events: FeedEvent[] = [];
  const look = dayQuota();
  const clocksOf = clockFinder(nowMs, assumed, look);
  let dates = 0;
  for (const calendar of calendars) {
    const clocks = clocksOf(calendar);
    const isCancelled = /^cancel$/i.test(lineOf(calendar, "METHOD")?.value ?? "");
    for (const part of calendar.parts) {
      if (part.name !== "VEVENT") continue;
      for (const { name, value } of part.lines)
        if (/^(?:RDATE|EXDATE)$/.test(name)) dates += value.split(",", mostDates + 1).length;
      if (dates > mostDates)
        throw new FeedProblem(`It has more than ${mostDates.toLocaleString("en")} dates.`);
      const event = eventIn(part, clocks, (line) => leftOut.push(`line ${line}`));
      if (event) events.push(isCancelled ? { ...event, isCancelled } : event);
      else leftOut.push(titleOf(textOf(lineOf(part, "SUMMARY"))) || `line ${part.number}`);
    }
  }
  if (events.length === 0 && leftOut.length > 0) throw new FeedProblem("No event in it can be read.");
  const shifts: FedShift[] = [];
  const zones = new Set<AssumedZone>();
  const near = { fromMs: nowMs - backMs, toMs: nowMs + aheadMs };
  for (const { fromMs, toMs, event } of occurrencesOf(events, near, look)) {
    for (const time of [event.start, event.end]) {
      const zone = "clock" in time ? assumed.get(time.clock) : undefined;
      if (zone) zones.add(zone);
    }
    shifts.push(...peopleOf(event.part).map((person) => ({ fromMs, toMs, ...person })));
    if (shifts.length > mostShifts) throw new FeedProblem("It has more events than a rota needs.");
  }
  return { shifts: shifts.toSorted((a, b) => a.fromMs - b.fromMs), leftOut, zones: [...zones] };
}

function titleOf(summary: string): string {
  return truncate(oneLine(summary.slice(0, 1_000)), longestTitle);
}
