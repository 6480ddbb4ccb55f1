import type { Incident } from "./record.ts";
import { type Advanced, type Facts, changed, told } from "./step.ts";
import {
  type Relation,
  mentionedByRule,
  opened,
  rearmed,
  relationOf,
  stated,
  wordTold,
  worded,
} from "./open.ts";
import { endToo, ended, turned } from "./timers.ts";
import type { ReceivedEvent } from "../receive/inbox.ts";
import { becameCritical, eventAtMs, raised } from "./event-record.ts";

type Working = (incident: Incident, received: ReceivedEvent, facts: Facts) => Incident;

const workings: Record<Exclude<Relation, "anew">, Working> = {
  again: firedAgain,
  repeat: repeated,
  end: ended,
  "end too": endToo,
  aside: worded,
  "began earlier": beganEarlier,
  count: (incident) => incident,
};

/** Works an event into the incident of its key; undefined where it would begin one that nobody is to be told of. */
export function advanceByEvent(
  present: Incident | undefined,
  received: ReceivedEvent,
  facts: Facts,
): Advanced | undefined {
  const relation = present ? relationOf(present, received) : "anew";
  if (!present || relation === "anew")
    return facts.route.isMuted ? undefined : opened(received, facts, present);
  const worked = workings[relation](counted(present, received), received, facts);
  return shown(present, worked, received, facts);
}

/** What every event does, however late it is. */
function counted(present: Incident, { event, receivedAtMs, times }: ReceivedEvent): Incident {
  const intervalMs = event.windowMs ?? present.intervalMs;
  return {
    ...present,
    times: present.times + times,
    lastSeenAtMs: Math.max(present.lastSeenAtMs, receivedAtMs),
    ...(intervalMs !== undefined && { intervalMs }),
  };
}

/** The count shows, so that the message always looks different; whether people are told is another matter. */
function shown(present: Incident, worked: Incident, received: ReceivedEvent, { route }: Facts): Advanced {
  const isTold = becameCritical(present, worked);
  const { state, snoozed } = worked;
  const isHeldBack = state === "snoozed" && snoozed !== undefined && !isTold;
  const incident = isHeldBack
    ? { ...worked, snoozed: { ...snoozed, heldBack: snoozed.heldBack + received.times } }
    : worked;
  if (route.isMuted) return changed(incident, { suppressed: "muted" });
  return isHeldBack ? changed(incident, { suppressed: "snoozed" }) : changed(incident, { isUrgent: isTold });
}

/** An incident that was over and fires again: it is nobody's now, and what the API said of it before says nothing. */
function firedAgain(incident: Incident, received: ReceivedEvent, facts: Facts): Incident {
  const atMs = eventAtMs(received);
  const firing: Incident = {
    ...stated(worded(incident, received), received),
    state: "firing",
    resolved: undefined,
    acknowledged: undefined,
    truth: undefined,
  };
  const armed = rearmed(firing, received.receivedAtMs, facts.hook);
  const again = turned(armed, { atMs, what: "fired again" }, facts.route.isMuted);
  return mentionedByRule(raised(again, received, facts), atMs, facts);
}

/** An open incident of which the same is told once more: history tells only what is new in that. */
function repeated(incident: Incident, received: ReceivedEvent, facts: Facts): Incident {
  const known = stated(incident, received);
  const isLate = eventAtMs(received) < incident.latestAtMs;
  if (isLate) return known;
  const isQuiet = facts.route.isMuted || incident.state === "snoozed";
  const retold = wordTold(incident, worded(known, received), isQuiet);
  return mentionedByRule(raised(retold, received, facts), eventAtMs(received), facts);
}

/** An incident of which a firing arrives late, maybe after its resolve: it began earlier than was known, and is no other for that. */
function beganEarlier(incident: Incident, received: ReceivedEvent): Incident {
  const atMs = eventAtMs(received);
  const { openedAtMs, previousEndMs, state, history } = incident;
  const isOfPrevious = previousEndMs !== undefined && atMs <= previousEndMs;
  const isFirst = state === "resolved" && !history.some(({ what }) => what === "fired");
  // Its resolve may have told when it began.
  const isKnown = isFirst ? atMs > openedAtMs : atMs >= openedAtMs;
  if (isOfPrevious || isKnown) return incident;
  const earlier = { ...incident, openedAtMs: atMs };
  return isFirst ? told(earlier, { atMs, what: "fired", isQuiet: true }) : earlier;
}
