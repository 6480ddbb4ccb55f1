import type { Hook } from "../hooks/record.ts";
import type { Incident } from "./record.ts";
import { mentionDueMs, rearmed, stated, worded } from "./open.ts";
import { type Facts, type Line, quietly, told } from "./step.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";
import type { ReceivedEvent } from "../receive/inbox.ts";
import { eventAtMs } from "./event-record.ts";

const remindedAfterMs = 30 * minuteMs;

/** When whoever acknowledged an incident is to be reminded; undefined where that is done, or not due as things are. */
function reminderDueMs({ state, acknowledged, truth }: Incident): number | undefined {
  if (state !== "acknowledged" || !acknowledged || truth?.found === "silenced") return undefined;
  return acknowledged.remindedAtMs === undefined ? acknowledged.atMs + remindedAfterMs : undefined;
}

/** An incident that somebody took and did not resolve: they are reminded once, unless it is muted. */
export function reminded(incident: Incident, atMs: number, isMuted: boolean): Incident {
  const dueMs = reminderDueMs(incident);
  const { acknowledged } = incident;
  if (dueMs === undefined || dueMs > atMs || !acknowledged) return incident;
  const done = { ...incident, acknowledged: { ...acknowledged, remindedAtMs: atMs } };
  return isMuted ? done : told(done, { atMs, what: "reminded", userId: acknowledged.userId });
}

const windowMs = 10 * minuteMs;
const mostChanges = 4;
const mostKept = 100;

/** An incident that its sender says began or ended again: told, but of a flapping one only that it is flapping, once. */
export function turned(incident: Incident, line: Line, isMuted: boolean): Incident {
  const changedAtMs = changesWith(incident, line.atMs);
  const first = changedAtMs.at(-(mostChanges + 1));
  const isFlapping = incident.isFlapping || (first !== undefined && line.atMs - first <= windowMs);
  const next = told({ ...incident, changedAtMs, isFlapping }, { ...line, ...quietly(isMuted || isFlapping) });
  return isFlapping && !incident.isFlapping
    ? told(next, { atMs: line.atMs, what: "flapping", ...quietly(isMuted) })
    : next;
}

/** Those of the last 10 minutes, and always as many as tell when flapping is over. */
function changesWith({ changedAtMs }: Incident, atMs: number): number[] {
  const all = [...changedAtMs, atMs].toSorted((a, b) => a - b).slice(-mostKept);
  return all.filter((each, index) => atMs - each <= windowMs || index >= all.length - mostChanges - 1);
}

/** When 10 minutes will hold no more than 4 changes; undefined where an incident is not flapping. */
function flappingOverMs({ isFlapping, changedAtMs }: Incident): number | undefined {
  const first = changedAtMs.at(-(mostChanges + 1)) ?? changedAtMs[0];
  return isFlapping && first !== undefined ? first + windowMs : undefined;
}

/** An incident that is no longer flapping, where that is so. */
export function flappingOver(incident: Incident, atMs: number, isMuted: boolean): Incident {
  const overMs = flappingOverMs(incident);
  if (overMs === undefined || overMs > atMs) return incident;
  return told({ ...incident, isFlapping: false }, { atMs, what: "flapping over", ...quietly(isMuted) });
}

const missedIntervals = 3;
/** A shorter window is a sender's own times rather than how often it looks, and a late delivery is no end. */
const leastIntervalMs = 30_000;
const leastSilenceMs = 5 * minuteMs;

/** True if an interval tells how often a sender looks. */
export function isTelling(intervalMs: number): boolean {
  return intervalMs >= leastIntervalMs;
}

/** How long an open incident is kept without anything being heard of it. */
const longestSilenceMs = 30 * dayMs;

/** Why an incident is presumed to be over, for its history. */
const longUnheard = "30 days";

/**
 * When an incident is presumed to be over because nothing was heard of it: after some intervals, if its sender says how
 * often it looks, and in any case after 30 days. Undefined while it is snoozed, for then it would be a new one when it goes
 * on.
 */
function presumedOverMs(incident: Incident): number | undefined {
  const { state } = incident;
  if (state !== "firing" && state !== "acknowledged") return undefined;
  return Math.min(missedMs(incident) ?? Infinity, unheardMs(incident));
}

/** Not while it is silenced in the console, for then nothing is sent. */
function missedMs({ intervalMs, lastSeenAtMs, truth }: Incident): number | undefined {
  if (intervalMs === undefined || truth?.found === "silenced") return undefined;
  const heardAtMs = truth?.found === "firing" ? Math.max(lastSeenAtMs, truth.atMs) : lastSeenAtMs;
  return heardAtMs + Math.max(missedIntervals * Math.max(intervalMs, leastIntervalMs), leastSilenceMs);
}

const people = new Set(["acknowledged", "snoozed", "snooze over", "released"]);

/** What people do with it counts as well: an alert whose snooze is over is to be seen again first. */
function unheardMs({ lastSeenAtMs, truth, history }: Incident): number {
  const touchedAtMs = history.findLast(({ what }) => people.has(what))?.atMs ?? lastSeenAtMs;
  const toldAtMs = truth && truth.found !== "unknown" ? truth.atMs : lastSeenAtMs;
  return Math.max(lastSeenAtMs, toldAtMs, touchedAtMs) + longestSilenceMs;
}

/** An incident that is presumed to be over, where that is so. */
export function presumedOver(incident: Incident, atMs: number, isMuted: boolean): Incident {
  const overMs = presumedOverMs(incident);
  if (overMs === undefined || overMs > atMs) return incident;
  const over: Incident = { ...incident, state: "resolved", resolved: { atMs, how: "presumed" } };
  const note = isLongUnheard(over) ? { note: longUnheard } : {};
  return told(over, { atMs, what: "presumed over", ...note, ...quietly(isMuted) });
}

/** True if an incident ended because nothing was heard of it for 30 days. */
export function isLongUnheard({ resolved, lastSeenAtMs }: Incident): boolean {
  return resolved?.how === "presumed" && resolved.atMs - lastSeenAtMs >= longestSilenceMs;
}

/** When the next tick changes something of an incident that nobody sends, in Unix milliseconds; undefined where none does. */
export function nextTimerMs(incident: Incident, hook: Hook): number | undefined {
  const timers = [
    snoozeOverMs(incident),
    presumedOverMs(incident),
    flappingOverMs(incident),
    mentionDueMs(incident, hook),
    reminderDueMs(incident),
  ].filter((timer) => timer !== undefined);
  return timers.length === 0 ? undefined : Math.min(...timers);
}

/** When an incident's snooze is over; undefined for one that is not snoozed. */
function snoozeOverMs({ state, snoozed }: Incident): number | undefined {
  return state === "snoozed" ? snoozed?.untilMs : undefined;
}

/** An incident whose snooze is over, where that is so: acknowledged again if it was, else firing. */
export function snoozeOver(incident: Incident, atMs: number, { hook, route }: Facts): Incident {
  const overMs = snoozeOverMs(incident);
  if (overMs === undefined || overMs > atMs) return incident;
  const { acknowledged, snoozed } = incident;
  const awake: Incident = {
    ...incident,
    state: acknowledged ? "acknowledged" : "firing",
    snoozed: undefined,
  };
  const heldBack = snoozed?.heldBack ?? 0;
  return told(acknowledged ? awake : rearmed(awake, atMs, hook), {
    atMs,
    what: "snooze over",
    heldBack,
    ...quietly(route.isMuted),
  });
}

/** An incident that its sender resolves; that is never held back. */
export function ended(incident: Incident, received: ReceivedEvent, { route }: Facts): Incident {
  const atMs = eventAtMs(received);
  const over: Incident = {
    ...stated(worded(incident, received), received),
    state: "resolved",
    resolved: { atMs, how: "sender" },
    snoozed: undefined,
  };
  return turned(over, { atMs, what: "resolved" }, route.isMuted);
}

/** An incident that was over already when its sender said so: a line for the details, and no longer a presumption. */
export function endToo(incident: Incident, received: ReceivedEvent): Incident {
  const { resolved, latest } = incident;
  const atMs = eventAtMs(received);
  const known = stated(worded(incident, received), received);
  const isNews = resolved?.how !== "sender" && latest.state !== "resolved";
  if (!isNews) return known;
  const sure: Incident =
    resolved?.how === "presumed" ? { ...known, resolved: { atMs, how: "sender" } } : known;
  return told(sure, { atMs, what: "resolved", note: "by its sender too", isQuiet: true });
}
