import type { Hook } from "../hooks/record.ts";
import type { Incident } from "./record.ts";
import { mentionDueMs, rearmed } from "./open.ts";
import { type Facts, type Line, withLine } from "./step.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";

const remindedAfterMs = 30 * minuteMs;

/** When to remind the person who acknowledged an incident; undefined if that is done or not due in this state. */
function reminderDueMs({ state, acknowledged, truth }: Incident): number | undefined {
  if (state !== "acknowledged" || !acknowledged || truth?.found === "silenced") return undefined;
  // Who has it elsewhere can't be reminded here.
  if (acknowledged.userId === undefined) return undefined;
  return acknowledged.remindedAtMs === undefined ? acknowledged.atMs + remindedAfterMs : undefined;
}

/** Reminds the person who acknowledged an incident and did not resolve it, once, unless it is muted. */
export function reminded(incident: Incident, atMs: number, isMuted: boolean): Incident {
  const dueMs = reminderDueMs(incident);
  const { acknowledged } = incident;
  if (dueMs === undefined || dueMs > atMs || !acknowledged) return incident;
  const done = { ...incident, acknowledged: { ...acknowledged, remindedAtMs: atMs } };
  return isMuted ? done : withLine(done, { atMs, what: "reminded", userId: acknowledged.userId });
}

/** An incident is flapping if it changes more than four times within this time. */
export const flappingWindowMs = 10 * minuteMs;
const mostChanges = 4;
const mostKept = 100;

/**
 * Adds a line for a begin or an end by the sender. A flapping incident gets one line that it is flapping; its other
 * lines are quiet.
 */
export function withChange(incident: Incident, line: Line, isMuted: boolean): Incident {
  const changedAtMs = changesWith(incident, line.atMs);
  const first = changedAtMs.at(-(mostChanges + 1));
  const isFlapping = incident.isFlapping || (first !== undefined && line.atMs - first <= flappingWindowMs);
  const next = withLine(
    { ...incident, changedAtMs, isFlapping },
    { ...line, isQuiet: isMuted || isFlapping },
  );
  return isFlapping && !incident.isFlapping
    ? withLine(next, { atMs: line.atMs, what: "flapping", isQuiet: isMuted })
    : next;
}

/** The changes of the last 10 minutes, and at least as many as show when flapping is over. */
function changesWith({ changedAtMs }: Incident, atMs: number): number[] {
  const all = [...changedAtMs, atMs].toSorted((a, b) => a - b).slice(-mostKept);
  return all.filter(
    (each, index) => atMs - each <= flappingWindowMs || index >= all.length - mostChanges - 1,
  );
}

/** When the last 10 minutes will hold at most 4 changes; undefined if an incident is not flapping. */
function flappingOverMs({ isFlapping, changedAtMs }: Incident): number | undefined {
  const first = changedAtMs.at(-(mostChanges + 1)) ?? changedAtMs[0];
  return isFlapping && first !== undefined ? first + flappingWindowMs : undefined;
}

/** Ends the flapping of an incident if its changes have become rare. */
export function flappingOver(incident: Incident, atMs: number, isMuted: boolean): Incident {
  const overMs = flappingOverMs(incident);
  if (overMs === undefined || overMs > atMs) return incident;
  return withLine({ ...incident, isFlapping: false }, { atMs, what: "flapping over", isQuiet: isMuted });
}

const missedIntervals = 3;
/** A shorter window is not the interval of an evaluation, and one late delivery does not end an incident. */
const leastIntervalMs = 30_000;
const leastSilenceMs = 5 * minuteMs;

/** True if an interval is long enough to be how often a sender evaluates its alert. */
export function isEvaluationInterval(intervalMs: number): boolean {
  return intervalMs >= leastIntervalMs;
}

/** An open incident ends after this time without news. */
const longestSilenceMs = 30 * dayMs;

/**
 * When to presume that an incident is over for lack of news: after three intervals if its sender gives one, and in any
 * case after 30 days. Undefined while it is snoozed, because it would be a new incident afterwards.
 */
function presumedOverMs(incident: Incident): number | undefined {
  const { state } = incident;
  if (state !== "firing" && state !== "acknowledged") return undefined;
  return Math.min(missedMs(incident) ?? Infinity, unheardMs(incident));
}

/** When three intervals will have passed without news. A silence in the console stops that. */
function missedMs({ intervalMs, lastSeenAtMs, truth }: Incident): number | undefined {
  if (intervalMs === undefined || truth?.found === "silenced") return undefined;
  const heardAtMs = truth?.found === "firing" ? Math.max(lastSeenAtMs, truth.atMs) : lastSeenAtMs;
  return heardAtMs + Math.max(missedIntervals * Math.max(intervalMs, leastIntervalMs), leastSilenceMs);
}

const people = new Set(["acknowledged", "snoozed", "snooze over", "released"]);

/** When 30 days will have passed without news. Actions of people count as news. */
function unheardMs({ lastSeenAtMs, truth, history }: Incident): number {
  const touchedAtMs = history.findLast(({ what }) => people.has(what))?.atMs ?? lastSeenAtMs;
  const confirmedAtMs = truth && truth.found !== "unknown" ? truth.atMs : lastSeenAtMs;
  return Math.max(lastSeenAtMs, confirmedAtMs, touchedAtMs) + longestSilenceMs;
}

/** Ends an incident that is presumed to be over. */
export function presumedOver(incident: Incident, atMs: number, isMuted: boolean): Incident {
  const overMs = presumedOverMs(incident);
  if (overMs === undefined || overMs > atMs) return incident;
  const over: Incident = { ...incident, state: "resolved", resolved: { atMs, how: "presumed" } };
  const note = isLongUnheard(over) ? "30 days" : undefined;
  return withLine(over, { atMs, what: "presumed over", note, isQuiet: isMuted });
}

/** True if an incident ended after 30 days without news. */
export function isLongUnheard({ resolved, lastSeenAtMs }: Incident): boolean {
  return resolved?.how === "presumed" && resolved.atMs - lastSeenAtMs >= longestSilenceMs;
}

/** When the next timer of an incident is due, in Unix milliseconds; undefined if none is set. */
export function nextTimerMs(incident: Incident, hook: Hook): number | undefined {
  const nextMs = Math.min(
    snoozeOverMs(incident) ?? Infinity,
    presumedOverMs(incident) ?? Infinity,
    flappingOverMs(incident) ?? Infinity,
    mentionDueMs(incident, hook) ?? Infinity,
    reminderDueMs(incident) ?? Infinity,
  );
  return nextMs === Infinity ? undefined : nextMs;
}

function snoozeOverMs({ state, snoozed }: Incident): number | undefined {
  return state === "snoozed" ? snoozed?.untilMs : undefined;
}

/** Ends a snooze that is over. The incident is acknowledged again if it was before, else firing. */
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
  return withLine(acknowledged ? awake : rearmed(awake, atMs, hook), {
    atMs,
    what: "snooze over",
    heldBack,
    isQuiet: route.isMuted,
  });
}
