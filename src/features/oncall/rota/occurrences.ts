import { dayMs } from "../../../lib/duration.ts";
import type { EventTime, FeedEvent } from "./feed-events.ts";
import type { Length, WallTime } from "./feed-times.ts";
import { type Rule, timesBy } from "./rule.ts";

/** One time of an event, in Unix milliseconds. */
export interface Occurrence {
  fromMs: number;
  toMs: number;
  /** Who is on call is in its lines. */
  event: FeedEvent;
}

/** The moments between which occurrences are looked for. */
export interface Near {
  fromMs: number;
  toMs: number;
}

/** How far two clocks may be apart. Each is at most a day away from UTC. */
const clocksApartMs = 4 * dayMs;

/** The occurrences of events near a moment: the newest version of each event, with its changes. */
export function* occurrencesOf(
  events: readonly FeedEvent[],
  near: Near,
  look: () => void,
): Generator<Occurrence> {
  const newest = [...Map.groupBy(events, identityOf).values()].flatMap(newestOf);
  // Without an id, no event is a change of another.
  const series = Map.groupBy(newest, (event) => event.uid || event);
  for (const some of series.values()) {
    const wholes = some.filter(({ changes }) => !changes);
    const changes = some.filter(({ changes }) => changes);
    if (wholes.length > 0 && wholes.every(({ isCancelled }) => isCancelled)) continue;
    for (const occurrence of [
      ...wholes.flatMap((event) => [...repeated(event, changes, near, look)]),
      ...changes
        .filter(({ isFromThen }) => !isFromThen || wholes.length === 0)
        .flatMap((event) => once(event)),
    ])
      if (isNear(occurrence, near)) yield occurrence;
  }
}

function isNear({ fromMs, toMs }: Occurrence, near: Near): boolean {
  return fromMs < toMs && toMs > near.fromMs && fromMs < near.toMs;
}

function identityOf({ uid, changes, isFromThen, part }: FeedEvent): string {
  const id = uid === "" ? `line ${part.number}` : uid;
  return JSON.stringify([id, changes && [instantOf(changes), changes.isDay], isFromThen]);
}

/** All of them if none says that it is newer: some systems give each shift the same id. */
function newestOf(events: readonly FeedEvent[]): FeedEvent[] {
  const newest = events.reduce((best, event) => (compareVersions(event, best) > 0 ? event : best));
  return events.filter((event) => compareVersions(event, newest) === 0);
}

function compareVersions({ version: [a, aMs] }: FeedEvent, { version: [b, bMs] }: FeedEvent): number {
  return a - b || aMs - bMs;
}

function once(event: FeedEvent): Occurrence[] {
  return event.isCancelled ? [] : [occurrence(event, event.start)];
}

function instantOf({ wallMs, clock }: EventTime): number {
  return clock(wallMs);
}

/** Begins at a time, and ends as the event does, or as the period. */
function occurrence(event: FeedEvent, begin: EventTime, until: EventTime | Length = event.end): Occurrence {
  const fromMs = instantOf(begin);
  if ("days" in until) {
    const toMs = begin.clock(begin.wallMs + until.days * dayMs) + until.ms;
    return { fromMs, toMs, event };
  }
  if (until !== event.end) return { fromMs, toMs: instantOf(until), event };
  // By the clock on the wall: a week from 9:00 ends at 9:00, also if the clocks change.
  const { start } = event;
  if (until.clock === start.clock)
    return { fromMs, toMs: begin.clock(begin.wallMs + until.wallMs - start.wallMs), event };
  return { fromMs, toMs: fromMs + instantOf(until) - instantOf(start), event };
}

/** The occurrences of an event that aren't left out or changed by themselves. */
function* repeated(
  event: FeedEvent,
  changes: readonly FeedEvent[],
  near: Near,
  look: () => void,
): Generator<Occurrence> {
  if (event.isCancelled) return;
  const { start, rules, added } = event;
  const fromThen = changes
    .filter(({ isFromThen }) => isFromThen)
    .map((change) => ({ change, ofMs: changedMs(change, event) }))
    .toSorted((a, b) => a.ofMs - b.ofMs);
  const isLeft = leftOut(
    event,
    changes.filter(({ isFromThen }) => !isFromThen),
  );
  const slackMs = longestMs(
    event,
    fromThen.map(({ change }) => change),
  );
  const window = { fromMs: near.fromMs - slackMs, toMs: near.toMs + slackMs };
  const walls = new Map<number, EventTime & { until?: EventTime | Length }>([[start.wallMs, start]]);
  for (const rule of rules) {
    for (const wallMs of timesBy(rule, start.wallMs, window, look)) {
      if (wallMs < window.fromMs) continue;
      const time = { ...start, wallMs };
      if (isWithin(time, rule)) walls.set(wallMs, time);
    }
  }
  for (const each of added) {
    // A day alone is at the event's own time of day.
    const wallMs = each.isDay && !start.isDay ? each.wallMs + (start.wallMs % dayMs) : each.wallMs;
    walls.set(wallMs, { ...each, wallMs });
  }
  for (const time of walls.values()) {
    // A conversion takes long.
    if (time.wallMs < window.fromMs || time.wallMs > window.toMs) continue;
    const fromMs = instantOf(time);
    if (isLeft(time, fromMs)) continue;
    const change = fromThen.findLast(({ ofMs }) => ofMs <= fromMs)?.change;
    if (!change) yield occurrence(event, time, time.until);
    else if (!change.isCancelled) yield occurrence(change, moved(time, change, event));
  }
}

/** A day includes all of its times. RFC 5545 has UNTIL in UTC, and it is included. */
function isWithin(time: EventTime, { until }: Rule): boolean {
  if (!until) return true;
  const isMidnight = until.wallMs % dayMs === 0;
  // Some write the last day as its midnight in UTC.
  if (time.isDay && (until.isDay || !until.isUtc || isMidnight)) return time.wallMs <= until.wallMs;
  const last = { ...until, wallMs: until.isDay ? until.wallMs + dayMs - 1 : until.wallMs };
  return instantOf(time) <= (until.isUtc ? last.wallMs : time.clock(last.wallMs));
}

/** How far an occurrence may reach or be moved, at most. */
function longestMs(event: FeedEvent, changes: readonly FeedEvent[]): number {
  const lengths = [event, ...changes].flatMap(({ start, end, added }) => [
    wallLength(start, end),
    ...added.map((each) => (each.until ? wallLength(each, each.until) : 0)),
  ]);
  const moves = changes.map(({ start, changes: of }) => Math.abs(start.wallMs - (of ?? start).wallMs));
  return Math.max(...lengths) + Math.max(0, ...moves) + clocksApartMs;
}

function wallLength({ wallMs }: WallTime, end: WallTime | Length): number {
  return "days" in end ? end.days * dayMs + end.ms : end.wallMs - wallMs;
}

/** An occurrence after a change of it and all that follow: as much later as the changed one. */
function moved(time: EventTime, change: FeedEvent, event: FeedEvent): EventTime {
  const { clock, wallMs, isDay } = change.start;
  const changed = change.changes ?? change.start;
  // All on the clock of the change.
  const onClock = (each: EventTime) => (each.clock === clock ? each.wallMs : wallOf(each, clock));
  const of =
    changed.isDay && !event.start.isDay
      ? { ...event.start, wallMs: changed.wallMs + (event.start.wallMs % dayMs) }
      : changed;
  return { clock, isDay, isUtc: change.start.isUtc, wallMs: onClock(time) + wallMs - onClock(of) };
}

/** What a clock shows when another shows a time. */
function wallOf(time: EventTime, clock: EventTime["clock"]): number {
  const ms = instantOf(time);
  // The clock is at most a day away.
  const guess = ms + (ms - clock(ms));
  return guess + (ms - clock(guess));
}

function changedMs({ changes, start }: FeedEvent, event: FeedEvent): number {
  const of = changes ?? start;
  return of.isDay && !event.start.isDay ? of.clock(of.wallMs + (event.start.wallMs % dayMs)) : instantOf(of);
}

/** Finds the occurrences that were taken out or changed. */
function leftOut(event: FeedEvent, changes: readonly FeedEvent[]) {
  const times = [...event.left, ...changes.flatMap((each) => each.changes ?? [])];
  const instants = new Set(times.filter(({ isDay }) => !isDay).map(instantOf));
  // Some write a time for an event of whole days.
  const days = new Set(times.filter(({ isDay }) => isDay || event.start.isDay).map(dayOf));
  return (time: EventTime, fromMs: number) => instants.has(fromMs) || days.has(dayOf(time));
}

function dayOf({ wallMs }: WallTime): number {
  return Math.floor(wallMs / dayMs);
}
