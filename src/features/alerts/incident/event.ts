import type { Incident } from "./record.ts";
import { type Advanced, type Facts, changed, withLine } from "./step.ts";
import {
  type Relation,
  mentionedByRule,
  opened,
  rearmed,
  relationOf,
  withStateTime,
  withWordChange,
  withLatest,
} from "./open.ts";
import { endedToo, ended, withChange } from "./timers.ts";
import type { ReceivedEvent } from "../receive/inbox.ts";
import { becameCritical, eventAtMs, raised } from "./event-record.ts";

type Transition = (incident: Incident, received: ReceivedEvent, facts: Facts) => Incident;

const transitions: Record<Exclude<Relation, "new">, Transition> = {
  again: firedAgain,
  repeat: repeated,
  end: ended,
  "end too": endedToo,
  aside: withLatest,
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
  const intervalMs = event.windowMs ?? present.intervalMs;
  return {
    ...present,
    times: present.times + times,
    lastSeenAtMs: Math.max(present.lastSeenAtMs, receivedAtMs),
    ...(intervalMs !== undefined && { intervalMs }),
  };
}

/** The message shows the count, so every event changes it. Whether it is posted at once depends on the state. */
function shown(present: Incident, next: Incident, received: ReceivedEvent, { route }: Facts): Advanced {
  const isUrgent = becameCritical(present, next);
  const { state, snoozed } = next;
  const isHeldBack = state === "snoozed" && snoozed !== undefined && !isUrgent;
  const incident = isHeldBack
    ? { ...next, snoozed: { ...snoozed, heldBack: snoozed.heldBack + received.times } }
    : next;
  if (route.isMuted) return changed(incident, { suppressed: "muted" });
  return isHeldBack
    ? changed(incident, { suppressed: "snoozed" })
    : changed(incident, { isUrgent: isUrgent });
}

/** A resolved incident fires again. It loses its acknowledgement and the earlier answer of the API. */
function firedAgain(incident: Incident, received: ReceivedEvent, facts: Facts): Incident {
  const atMs = eventAtMs(received);
  const firing: Incident = {
    ...withStateTime(withLatest(incident, received), received),
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
  const known = withStateTime(incident, received);
  const isLate = eventAtMs(received) < incident.latestAtMs;
  if (isLate) return known;
  const isQuiet = facts.route.isMuted || incident.state === "snoozed";
  const retold = withWordChange(incident, withLatest(known, received), isQuiet);
  return mentionedByRule(raised(retold, received, facts), eventAtMs(received), facts);
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
