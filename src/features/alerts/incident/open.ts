import type { Incident } from "./record.ts";
import { type Advanced, type Facts, quietly, told } from "./step.ts";
import { minuteMs } from "../../../lib/duration.ts";
import type { Hook } from "../hooks/record.ts";
import type { ReceivedEvent } from "../receive/inbox.ts";
import {
  type AlertEvent,
  againWithinMs,
  endMs,
  eventAtMs,
  isOlderThanState,
  severityOf,
} from "./event-record.ts";

/** Opens an incident by its first event: firing, also where that is unclear; resolved already for a resolve or a test. */
export function opened(received: ReceivedEvent, facts: Facts, previous?: Incident): Advanced {
  const incident = firstLine(begun(received, facts, previous));
  const mentioned = mentionedByRule(incident, eventAtMs(received), facts);
  const isUrgent = incident.severity === "critical" && incident.state === "firing";
  return { incident: mentioned, change: "new", isUrgent };
}

function begun(received: ReceivedEvent, facts: Facts, previous: Incident | undefined): Incident {
  const { event, receivedAtMs, times } = received;
  const atMs = eventAtMs(received);
  const severity = severityOf(received, facts);
  const previousEndMs = previous && !previous.latest.isTest ? endMs(previous) : undefined;
  const stateAtMs = event.state === "unclear" ? previousEndMs : atMs;
  return {
    id: facts.newIncidentId,
    hookId: facts.hook.id,
    key: event.key,
    channelId: facts.route.channelId,
    revision: 1,
    latest: event,
    ...(severity && { severity }),
    openedAtMs: begunAtMs(received),
    lastSeenAtMs: receivedAtMs,
    latestAtMs: atMs,
    ...(stateAtMs !== undefined && { stateAtMs }),
    ...(previousEndMs !== undefined && { previousEndMs }),
    times,
    ...(event.windowMs !== undefined && { intervalMs: event.windowMs }),
    ...standing(received, facts),
    changedAtMs: [],
    isFlapping: false,
    history: [],
  };
}

/** A resolve may tell since when it had fired; a window only tells when it was evaluated. */
function begunAtMs(received: ReceivedEvent): number {
  const { state, isTest, startsAtMs, windowMs } = received.event;
  const atMs = eventAtMs(received);
  const isTold = state === "resolved" && !isTest && startsAtMs !== undefined && windowMs === undefined;
  return isTold ? Math.min(startsAtMs, atMs) : atMs;
}

/** A test is over at once, and so is never escalated. People have had a chance to act since it was received. */
function standing(
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

/** Quiet, for the message in the channel says the same. */
function firstLine(incident: Incident): Incident {
  const { state, latest, latestAtMs: atMs } = incident;
  const what = latest.isTest || state === "firing" ? "fired" : "resolved";
  const word = latest.state === "unclear" ? latest.stateWord : undefined;
  return told(incident, { atMs, what, ...(word !== undefined && { note: word }), isQuiet: true });
}

/** When the hook's group is to be mentioned; undefined where that is done, or not due as things are. */
export function mentionDueMs({ state, mention, truth, key }: Incident, hook: Hook): number | undefined {
  const isWanted = hook.escalation !== undefined && !Object.hasOwn(hook.muted, key);
  return state === "firing" && isWanted && truth?.found !== "silenced" ? mention?.atMs : undefined;
}

/** An incident that nobody acknowledged in time: the hook's group is mentioned, unless a rule mutes it by now. */
export function mentionedInTime(incident: Incident, atMs: number, { hook, route }: Facts): Incident {
  const dueMs = mentionDueMs(incident, hook);
  if (dueMs === undefined || dueMs > atMs || !hook.escalation) return incident;
  if (route.isMuted) return { ...incident, mention: undefined };
  return mentioned(incident, hook.escalation.groupId, atMs);
}

/** An incident whose rule mentions a group at once; never a second time. */
export function mentionedByRule(incident: Incident, atMs: number, { route }: Facts): Incident {
  const { state, mentionedAtMs, truth } = incident;
  const isCalm = state !== "firing" || truth?.found === "silenced" || route.isMuted;
  if (isCalm || route.mentionGroupId === undefined || mentionedAtMs !== undefined) return incident;
  return mentioned(incident, route.mentionGroupId, atMs);
}

/** An incident that is nobody's again: whoever may acknowledge it has the whole time to do so. */
export function rearmed(incident: Incident, atMs: number, { escalation }: Hook): Incident {
  const { mention } = incident;
  if (!mention || !escalation) return incident;
  const dueMs = Math.max(mention.atMs, atMs + escalation.afterMinutes * minuteMs);
  return { ...incident, mention: { ...mention, atMs: dueMs } };
}

function mentioned(incident: Incident, groupId: string, atMs: number): Incident {
  const done = { ...incident, mention: undefined, mentionedAtMs: atMs };
  return told(done, { atMs, what: "mentioned", groupId });
}

/**
 * What an event is to the incident of its key:
 * - "anew": it begins another incident
 * - "again": it fires one again that was over
 * - "repeat": it says again what is so, maybe with other words
 * - "end": it says that an open one is over
 * - "end too": it says so of one that is over
 * - "aside": it says of one that is over what neither begins nor ends anything
 * - "began earlier": it says late that it had fired
 * - "count": it is counted, and says nothing more
 */
export type Relation = "anew" | "again" | "repeat" | "end" | "end too" | "aside" | "began earlier" | "count";

/** Tells it by the sender's clock, whatever the order of arrival was; of equal times, what arrives later counts. */
export function relationOf(present: Incident, received: ReceivedEvent): Relation {
  const { event } = received;
  if (event.isTest) return isLongOver(present, received) ? "anew" : "count";
  if (present.latest.isTest) return "anew";
  if (event.state === "resolved") return relationOfEnd(present, received);
  return event.state === "firing"
    ? relationOfFiring(present, received)
    : relationOfUnclear(present, received);
}

function relationOfFiring(present: Incident, received: ReceivedEvent): Relation {
  if (isOlderThanState(present, eventAtMs(received))) return "began earlier";
  return present.state === "resolved" ? relationAfterEnd(present, received) : "repeat";
}

function relationOfUnclear(present: Incident, received: ReceivedEvent): Relation {
  if (eventAtMs(received) < present.latestAtMs) return "count";
  if (present.state !== "resolved") return "repeat";
  const relation = relationAfterEnd(present, received);
  // It begins nothing by itself, but where its sender never says more, it is all that tells of a new one.
  return relation === "again" && present.stateAtMs !== undefined ? "aside" : relation;
}

function relationOfEnd(present: Incident, received: ReceivedEvent): Relation {
  const atMs = eventAtMs(received);
  if (isOlderThanState(present, atMs)) return "count";
  if (present.state === "resolved") return "end too";
  // What came so long after it, though unclear, began another one.
  return present.latestAtMs - atMs > againWithinMs ? "count" : "end";
}

function relationAfterEnd(present: Incident, received: ReceivedEvent): Relation {
  const begunAtMs = received.event.startsAtMs ?? eventAtMs(received);
  // A person said that it is over: what goes on since before is no news.
  if (present.resolved?.how === "person" && begunAtMs <= present.resolved.atMs) return "count";
  return isLongOver(present, received) ? "anew" : "again";
}

function isLongOver(present: Incident, received: ReceivedEvent): boolean {
  const overMs = endMs(present);
  return overMs !== undefined && eventAtMs(received) - overMs > againWithinMs;
}

/** An incident with what an event says, unless it knows something newer. */
export function worded(incident: Incident, received: ReceivedEvent): Incident {
  const atMs = eventAtMs(received);
  return atMs < incident.latestAtMs ? incident : { ...incident, latest: received.event, latestAtMs: atMs };
}

/** An incident that knows since when its state is told by its sender. */
export function stated(incident: Incident, received: ReceivedEvent): Incident {
  if (received.event.state === "unclear") return incident;
  return { ...incident, stateAtMs: Math.max(incident.stateAtMs ?? -Infinity, eventAtMs(received)) };
}

/** Tells where the sender's word changes from or to one that is neither firing nor resolved, as "no data" is. */
export function wordTold(before: Incident, incident: Incident, isQuiet: boolean): Incident {
  const [was, is] = [before.latest, incident.latest];
  const word = wordOf(is);
  const isUnclear = was.state === "unclear" || is.state === "unclear";
  if (word === undefined || !isUnclear || word.toLowerCase() === wordOf(was)?.toLowerCase()) return incident;
  return told(incident, { atMs: incident.latestAtMs, what: "word changed", note: word, ...quietly(isQuiet) });
}

function wordOf({ stateWord, state }: AlertEvent): string | undefined {
  return stateWord ?? (state === "unclear" ? undefined : state);
}
