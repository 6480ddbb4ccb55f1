import type { ReceivedEvent } from "../receive/inbox-entry.ts";
import type { Incident } from "./record.ts";
import { beganEarlier } from "./began-earlier.ts";
import { endToo, ended } from "./end.ts";
import { firedAgain } from "./fired-again.ts";
import { opened } from "./open.ts";
import { type Relation, relationOf } from "./relation.ts";
import { repeated } from "./repeat.ts";
import { becameCritical } from "./severity.ts";
import { type Advanced, type Facts, changed } from "./step.ts";
import { worded } from "./words.ts";

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
