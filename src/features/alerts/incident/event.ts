import type { Incident } from "./record.ts";
import { type Advanced, type Facts, changed, withLine } from "./step.ts";
import { type Relation, mentionedByRule, opened, rearmed, relationOf } from "./open.ts";
import { withChange } from "./timers.ts";
import type { ReceivedEvent } from "../receive/inbox-entries.ts";
import { type AlertEvent, eventAtMs, severityRank } from "./event-record.ts";

type Transition = (incident: Incident, received: ReceivedEvent, facts: Facts) => Incident;

const transitions: Record<Exclude<Relation, "new">, Transition> = {
  again: firedAgain,
  repeat: repeated,
  end: ended,
  "end too": endedToo,
  aside: withEvent,
  "began earlier": beganEarlier,
  count: (incident) => incident,
};

/** Applies an event to the incident of its key. Undefined if a muted event would begin one. */
export function advanceByEvent(
  present: Incident | undefined,
  received: ReceivedEvent,
  facts: Facts,
): Advanced | undefined {
  const relation = present ? relationOf(present, received) : "new";
  if (!present || relation === "new")
    return facts.route.isMuted ? undefined : opened(received, facts, present);
  const next = transitions[relation](counted(present, received), received, facts);
  return shown(present, next, received, facts);
}

/** The part of every event, however late it is. */
function counted(present: Incident, { event, receivedAtMs, times }: ReceivedEvent): Incident {
  return {
    ...present,
    times: present.times + times,
    lastSeenAtMs: Math.max(present.lastSeenAtMs, receivedAtMs),
    intervalMs: event.windowMs ?? present.intervalMs,
  };
}

/** The message shows the count, so every event changes it. Whether it is posted at once depends on the state. */
function shown(present: Incident, next: Incident, received: ReceivedEvent, { route }: Facts): Advanced {
  const isUrgent = next.severity === "critical" && present.severity !== "critical";
  const { state, snoozed } = next;
  const isHeldBack = state === "snoozed" && snoozed !== undefined && !isUrgent;
  const incident = isHeldBack
    ? { ...next, snoozed: { ...snoozed, heldBack: snoozed.heldBack + received.times } }
    : next;
  if (route.isMuted) return changed(incident, { suppressed: "muted" });
  return changed(incident, isHeldBack ? { suppressed: "snoozed" } : { isUrgent });
}

/** Takes the event as the latest one, and its time as that of the state. A newer one and an unclear state stay out. */
function withEvent(incident: Incident, received: ReceivedEvent): Incident {
  const { event } = received;
  const atMs = eventAtMs(received);
  const isLatest = atMs >= incident.latestAtMs;
  const stateAtMs = Math.max(incident.stateAtMs ?? -Infinity, atMs);
  return {
    ...incident,
    ...(isLatest && { latest: event, latestAtMs: atMs }),
    ...(event.state !== "unclear" && { stateAtMs }),
  };
}

/** A resolved incident fires again. It loses its acknowledgement and the earlier answer of the API. */
function firedAgain(incident: Incident, received: ReceivedEvent, facts: Facts): Incident {
  const atMs = eventAtMs(received);
  const firing: Incident = {
    ...withEvent(incident, received),
    state: "firing",
    resolved: undefined,
    acknowledged: undefined,
    truth: undefined,
  };
  const armed = rearmed(firing, received.receivedAtMs, facts.hook);
  const again = withChange(armed, { atMs, what: "fired again" }, facts.route.isMuted);
  return mentionedByRule(raised(again, received, facts), atMs, facts);
}

/** An open incident gets the same state once more. Its history gets a line only for what is new. */
function repeated(incident: Incident, received: ReceivedEvent, facts: Facts): Incident {
  const known = withEvent(incident, received);
  const atMs = eventAtMs(received);
  if (atMs < incident.latestAtMs) return known;
  const isQuiet = facts.route.isMuted || incident.state === "snoozed";
  const worded = withWordChange(incident, known, isQuiet);
  return mentionedByRule(raised(worded, received, facts), atMs, facts);
}

/** Adds a line if the sender's word for the state changes from or to an unclear one, such as "no data". */
function withWordChange(before: Incident, incident: Incident, isQuiet: boolean): Incident {
  const [was, is] = [before.latest, incident.latest];
  const word = wordOf(is);
  const isUnclear = was.state === "unclear" || is.state === "unclear";
  if (word === undefined || !isUnclear || word.toLowerCase() === wordOf(was)?.toLowerCase()) return incident;
  return withLine(incident, { atMs: incident.latestAtMs, what: "word changed", note: word, isQuiet });
}

function wordOf({ stateWord, state }: AlertEvent): string | undefined {
  return stateWord ?? (state === "unclear" ? undefined : state);
}

/**
 * Raises the severity of an incident to its worst event and adds a line. The line of a snoozed incident is quiet unless
 * it becomes critical.
 */
function raised(incident: Incident, received: ReceivedEvent, { hook, route }: Facts): Incident {
  const before = incident.severity;
  const severity = route.severity ?? received.event.severity;
  if (severity === undefined || severityRank(severity) <= severityRank(before)) return incident;
  const higher = { ...incident, severity };
  // The first severity is not a rise, but "critical" always gets its line.
  if (before === undefined && severity !== "critical") return higher;
  const isQuiet = route.isMuted || (incident.state === "snoozed" && severity !== "critical");
  return withLine(higher, {
    atMs: eventAtMs(received),
    what: "severity rose",
    note: severity,
    isBroadcast: hook.broadcasts && !isQuiet ? true : undefined,
    isQuiet,
  });
}

/** The sender resolves an incident. A snooze does not hold that back. */
function ended(incident: Incident, received: ReceivedEvent, { route }: Facts): Incident {
  const atMs = eventAtMs(received);
  const over: Incident = {
    ...withEvent(incident, received),
    state: "resolved",
    resolved: { atMs, how: "sender" },
    snoozed: undefined,
  };
  return withChange(over, { atMs, what: "resolved" }, route.isMuted);
}

/**
 * The sender resolves an incident that is resolved already: a line for the details, and a presumed end becomes certain.
 */
function endedToo(incident: Incident, received: ReceivedEvent): Incident {
  const { resolved, latest } = incident;
  const atMs = eventAtMs(received);
  const known = withEvent(incident, received);
  if (resolved?.how === "sender" || latest.state === "resolved") return known;
  const sure: Incident =
    resolved?.how === "presumed" ? { ...known, resolved: { atMs, how: "sender" } } : known;
  return withLine(sure, { atMs, what: "resolved", note: "by its sender too", isQuiet: true });
}

/**
 * A firing event arrives late, maybe after the resolve. The incident began earlier than known, and stays the same one.
 */
function beganEarlier(incident: Incident, received: ReceivedEvent): Incident {
  const atMs = eventAtMs(received);
  const { openedAtMs, previousEndMs, state, history } = incident;
  const isOfPrevious = previousEndMs !== undefined && atMs <= previousEndMs;
  const isFirst = state === "resolved" && !history.some(({ what }) => what === "fired");
  // The resolve may have carried the start.
  const isKnown = isFirst ? atMs > openedAtMs : atMs >= openedAtMs;
  if (isOfPrevious || isKnown) return incident;
  const earlier = { ...incident, openedAtMs: atMs };
  return isFirst ? withLine(earlier, { atMs, what: "fired", isQuiet: true }) : earlier;
}
