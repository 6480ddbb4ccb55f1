import { type HistoryEntry, type Incident, isHeld } from "./record.ts";
import { type Advanced, type Facts, withLine } from "./step.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { type Hook, muteOf } from "../hooks/record.ts";
import type { ReceivedEvent } from "../receive/inbox-entries.ts";
import { eventAtMs, isOwnEvent } from "./event-record.ts";

/** An alert that fires again within this time after its end continues the same incident. */
const againWithinMs = 10 * minuteMs;

/** The end of an incident, by the latest source; undefined for an open one. */
function endMs({ resolved, stateAtMs }: Incident): number | undefined {
  return resolved && Math.max(resolved.atMs, stateAtMs ?? resolved.atMs);
}

/** Opens an incident from its first event: resolved for a resolve or a test, else firing. */
export function opened(received: ReceivedEvent, facts: Facts, previous?: Incident): Advanced {
  const incident = firstLine(newIncident(received, facts, previous));
  const mentioned = mentionedByRule(incident, eventAtMs(received), facts);
  const isUrgent = incident.severity === "critical" && incident.state === "firing";
  return { incident: mentioned, change: "new", isUrgent };
}

function newIncident(received: ReceivedEvent, facts: Facts, previous: Incident | undefined): Incident {
  const { event, receivedAtMs, times } = received;
  const atMs = eventAtMs(received);
  const previousEndMs = previous && !previous.latest.isTest ? endMs(previous) : undefined;
  return {
    id: facts.newIncidentId,
    hookId: facts.hook.id,
    key: event.key,
    channelId: facts.route.channelId,
    revision: 1,
    latest: event,
    severity: facts.route.severity ?? event.severity,
    openedAtMs: begunAtMs(received),
    lastSeenAtMs: receivedAtMs,
    latestAtMs: atMs,
    stateAtMs: event.state === "unclear" ? previousEndMs : atMs,
    previousEndMs,
    times,
    intervalMs: event.windowMs,
    ...initialState(received, facts),
    changedAtMs: [],
    isFlapping: false,
    history: [],
  };
}

/** The start of a new incident. A resolve may carry it; a window says only when it was evaluated. */
function begunAtMs(received: ReceivedEvent): number {
  const { state, isTest, startsAtMs, windowMs } = received.event;
  const atMs = eventAtMs(received);
  const hasStart = state === "resolved" && !isTest && startsAtMs !== undefined && windowMs === undefined;
  return hasStart ? Math.min(startsAtMs, atMs) : atMs;
}

/**
 * A test is over at once, so it never escalates. The time to escalate counts from the receipt, because people can react
 * from then on.
 */
function initialState(
  received: ReceivedEvent,
  { hook }: Facts,
): Pick<Incident, "state" | "resolved" | "mention"> {
  const { isTest, state } = received.event;
  if (isTest || state === "resolved")
    return { state: "resolved", resolved: { atMs: eventAtMs(received), how: "sender" } };
  const { escalation } = hook;
  if (!escalation) return { state: "firing" };
  const { groupId, afterMinutes } = escalation;
  return { state: "firing", mention: { groupId, atMs: received.receivedAtMs + afterMinutes * minuteMs } };
}

/** The first line is quiet, because the message in the channel says the same. */
function firstLine(incident: Incident): Incident {
  const { state, latest, latestAtMs: atMs } = incident;
  const what = latest.isTest || state === "firing" ? "fired" : "resolved";
  const word = latest.state === "unclear" ? latest.stateWord : undefined;
  return withLine(incident, { atMs, what, note: word, isQuiet: true });
}

/** When to mention the hook's group; undefined if that is done or not due in this state. */
export function mentionDueMs(
  { state, mention, truth, key, latest: { alertName }, held }: Incident,
  hook: Hook,
): number | undefined {
  const isWanted = hook.escalation !== undefined && !isHeld({ held }) && !muteOf(hook, { key, alertName });
  return state === "firing" && isWanted && truth?.found !== "silenced" ? mention?.atMs : undefined;
}

/** Mentions who is on call, or the hook's group, if an incident was not acknowledged in time, unless a rule now mutes it. */
export function mentionedInTime(incident: Incident, atMs: number, { hook, route, onCall }: Facts): Incident {
  const dueMs = mentionDueMs(incident, hook);
  if (dueMs === undefined || dueMs > atMs || !hook.escalation) return incident;
  if (route.isMuted) return { ...incident, mention: undefined };
  const { groupId } = hook.escalation;
  if (onCall && "userIds" in onCall) return mentioned(incident, onCall, atMs);
  return mentioned(incident, { groupId, ...(onCall && { note: onCall.because }) }, atMs);
}

/** Mentions the group that the rule names, at once and only once. */
export function mentionedByRule(incident: Incident, atMs: number, { route }: Facts): Incident {
  const { state, mentionedAtMs, truth } = incident;
  const isCalm = state !== "firing" || truth?.found === "silenced" || route.isMuted;
  if (isCalm || route.mentionGroupId === undefined || mentionedAtMs !== undefined) return incident;
  return mentioned(incident, { groupId: route.mentionGroupId }, atMs);
}

/** Restarts the time to escalate, if it hasn't escalated yet, because the incident is unacknowledged again. */
export function rearmed(incident: Incident, atMs: number, hook: Hook): Incident {
  return incident.mention ? escalatesAgain(incident, atMs, hook) : incident;
}

/** Lets an incident escalate once more, because whoever had it gave it back. */
export function escalatesAgain(incident: Incident, atMs: number, { escalation }: Hook): Incident {
  if (!escalation) return incident;
  const { groupId, afterMinutes } = escalation;
  const dueMs = Math.max(incident.mention?.atMs ?? 0, atMs + afterMinutes * minuteMs);
  return { ...incident, mention: { groupId: incident.mention?.groupId ?? groupId, atMs: dueMs } };
}

function mentioned(
  incident: Incident,
  whom: Pick<HistoryEntry, "groupId" | "userIds" | "note">,
  atMs: number,
): Incident {
  const done = { ...incident, mention: undefined, mentionedAtMs: atMs };
  return withLine(done, { atMs, what: "mentioned", ...whom });
}

/**
 * How an event relates to the present incident of its key:
 * - "new": it begins another incident
 * - "again": it fires a resolved incident again
 * - "repeat": it repeats the state of an open incident, maybe with other words
 * - "end": it ends an open incident
 * - "end too": it ends an incident that is resolved already
 * - "aside": it has an unclear state, and the incident is resolved
 * - "began earlier": it is a late firing event
 * - "count": it only raises the count
 */
export type Relation = "new" | "again" | "repeat" | "end" | "end too" | "aside" | "began earlier" | "count";

/** Finds the relation by the sender's clock, in any order of arrival. Of equal times, the later arrival counts. */
export function relationOf(present: Incident, received: ReceivedEvent): Relation {
  const { event } = received;
  const atMs = eventAtMs(received);
  const isOver = present.state === "resolved";
  // Before the latest event that is firing or resolved.
  const isOld = present.stateAtMs !== undefined && atMs < present.stateAtMs;
  if (event.isTest) return isLongOver(present, atMs) ? "new" : "count";
  if (present.latest.isTest) return "new";
  switch (event.state) {
    case "firing":
      if (isOld) return "began earlier";
      return isOver ? relationAfterEnd(present, received) : "repeat";
    case "resolved":
      if (isOld) return "count";
      if (isOver) return "end too";
      // An unclear event that much later began another incident.
      return present.latestAtMs - atMs > againWithinMs ? "count" : "end";
    case "unclear": {
      if (atMs < present.latestAtMs) return "count";
      if (!isOver) return "repeat";
      const relation = relationAfterEnd(present, received);
      // An unclear event begins nothing, unless its sender never gives a state.
      return relation === "again" && present.stateAtMs !== undefined ? "aside" : relation;
    }
  }
}

function relationAfterEnd(present: Incident, received: ReceivedEvent): Relation {
  const atMs = eventAtMs(received);
  const { resolved } = present;
  // Each of our own events tells of something new, such as another gap between beats.
  if (isOwnEvent(received.event)) return "new";
  // A person resolved it, and the alert has fired since before that: nothing new.
  if (resolved?.how === "person" && (received.event.startsAtMs ?? atMs) <= resolved.atMs) return "count";
  return isLongOver(present, atMs) ? "new" : "again";
}

function isLongOver(present: Incident, atMs: number): boolean {
  const overMs = endMs(present);
  return overMs !== undefined && atMs - overMs > againWithinMs;
}
