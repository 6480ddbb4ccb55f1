import type { Incident } from "./record.ts";
import { advanceByEvent } from "./event.ts";
import { reconcile } from "./reconcile.ts";
import { type Advanced, type Facts, type Line, type Occurrence, changed, told, unchanged } from "./step.ts";
import { mentionedInTime, rearmed } from "./open.ts";
import { flappingOver, presumedOver, reminded, snoozeOver } from "./timers.ts";
import type { IncidentAct } from "../receive/inbox.ts";

export { nextTimerMs } from "./timers.ts";
export type { Advanced, Facts, Occurrence } from "./step.ts";

/**
 * What becomes of an incident, or of none, when something occurs. Undefined where nothing does: an act or a tick without
 * an incident, or a muted event that would begin one. Times come from the occurrence, so that it answers the same again.
 */
export function advance(
  present: Incident | undefined,
  occurrence: Occurrence,
  facts: Facts,
): Advanced | undefined {
  if (occurrence.kind === "event") return advanceByEvent(present, occurrence, facts);
  if (!present) return undefined;
  return occurrence.kind === "tick"
    ? advanceByTick(present, occurrence.atMs, facts)
    : advanceByAct(present, occurrence, facts);
}

function advanceByAct(present: Incident, act: IncidentAct, facts: Facts): Advanced {
  switch (act.act) {
    case "acknowledge":
      return acknowledge(present, act);
    case "snooze":
      return snooze(present, act);
    case "resolve":
      return resolve(present, act);
    case "release":
      return release(present, act, facts);
    case "mute":
      return mute(present, act);
    case "reconcile":
      return reconcile(present, act, facts);
    case "move":
      return move(present, act);
  }
}

/** An act of one kind. */
export type ActOf<Name extends IncidentAct["act"]> = Extract<IncidentAct, { act: Name }>;

/** When an act was, and who did it, for a line of history. */
function doneBy({
  atMs,
  userId,
  userName,
}: ActOf<"acknowledge" | "snooze" | "resolve" | "release" | "mute">): Omit<Line, "what"> {
  return { atMs, userId, ...(userName !== undefined && { userName }) };
}

/** Somebody takes an incident, or takes it over; that ends its snooze. */
function acknowledge(present: Incident, act: ActOf<"acknowledge">): Advanced {
  const { state, acknowledged } = present;
  const isTheirs = state === "acknowledged" && acknowledged?.userId === act.userId;
  if (state === "resolved" || isTheirs) return unchanged(present);
  const taken: Incident = {
    ...present,
    state: "acknowledged",
    acknowledged: { userId: act.userId, atMs: act.atMs },
    snoozed: undefined,
  };
  return changed(told(taken, { ...doneBy(act), what: "acknowledged" }), { isUrgent: true });
}

/** Somebody says that an open incident is over. */
function resolve(present: Incident, act: ActOf<"resolve">): Advanced {
  if (present.state === "resolved") return unchanged(present);
  const { userId, atMs } = act;
  const over: Incident = {
    ...present,
    state: "resolved",
    resolved: { atMs, how: "person", userId },
    snoozed: undefined,
  };
  return changed(told(over, { ...doneBy(act), what: "resolved" }), { isUrgent: true });
}

/** Somebody takes back that an incident is acknowledged or snoozed, or both. */
function release(present: Incident, act: ActOf<"release">, { hook }: Facts): Advanced {
  if (present.state !== "acknowledged" && present.state !== "snoozed") return unchanged(present);
  const released: Incident = {
    ...present,
    state: "firing",
    acknowledged: undefined,
    snoozed: undefined,
  };
  const line = { ...doneBy(act), what: "released" as const };
  return changed(told(rearmed(released, act.atMs, hook), line), { isUrgent: true });
}

/** Somebody wants to hear nothing of an open incident for a while; whoever does so again changes until when, and why. */
function snooze(present: Incident, act: ActOf<"snooze">): Advanced {
  if (present.state === "resolved") return unchanged(present);
  const { userId, atMs, untilMs, reason } = act;
  const heldBack = present.snoozed?.heldBack ?? 0;
  const snoozed = { userId, atMs, untilMs, ...(reason !== undefined && { reason }), heldBack };
  const line = {
    ...doneBy(act),
    what: "snoozed" as const,
    untilMs,
    ...(reason !== undefined && { note: reason }),
  };
  return changed(told({ ...present, state: "snoozed", snoozed }, line), { isUrgent: true });
}

/** Somebody wants nobody to be told of an incident's key from now on; its state stays true. */
function mute(present: Incident, act: ActOf<"mute">): Advanced {
  return changed(told(present, { ...doneBy(act), what: "muted" }), { isUrgent: true });
}

/** An incident goes on in another channel, since its own takes nothing any more. */
function move(present: Incident, { atMs, toChannelId, reason }: ActOf<"move">): Advanced {
  if (present.channelId === toChannelId) return unchanged(present);
  return changed(told({ ...present, channelId: toChannelId }, { atMs, what: "moved", note: reason }));
}

/** Does all that is due of an incident by a time. */
function advanceByTick(present: Incident, atMs: number, facts: Facts): Advanced {
  const { isMuted } = facts.route;
  const awake = snoozeOver(present, atMs, facts);
  const heard = presumedOver(awake, atMs, isMuted);
  const calm = flappingOver(heard, atMs, isMuted);
  const next = reminded(mentionedInTime(calm, atMs, facts), atMs, isMuted);
  const isTold = next.history.at(-1)?.n !== present.history.at(-1)?.n;
  return isTold ? changed(next) : unchanged(next);
}
