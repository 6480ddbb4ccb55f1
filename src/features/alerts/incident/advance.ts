import type { Incident } from "./record.ts";
import { advanceByEvent } from "./event.ts";
import { reconcile } from "./reconcile.ts";
import {
  type Advanced,
  type Facts,
  type Line,
  type Occurrence,
  changed,
  withLine,
  unchanged,
} from "./step.ts";
import { mentionedInTime, rearmed } from "./open.ts";
import { flappingOver, presumedOver, reminded, snoozeOver } from "./timers.ts";
import type { IncidentAction } from "../receive/inbox.ts";

export { nextTimerMs } from "./timers.ts";
export type { Advanced, Facts, Occurrence } from "./step.ts";

/**
 * Applies an occurrence to an incident, or to none. Undefined if nothing comes of it: an action or a tick without an
 * incident, or a muted event without one. It is pure: all times come from the arguments.
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
    : advanceByAction(present, occurrence, facts);
}

function advanceByAction(present: Incident, action: IncidentAction, facts: Facts): Advanced {
  switch (action.verb) {
    case "acknowledge":
      return acknowledge(present, action);
    case "snooze":
      return snooze(present, action);
    case "resolve":
      return resolve(present, action);
    case "release":
      return release(present, action, facts);
    case "mute":
      return mute(present, action);
    case "reconcile":
      return reconcile(present, action, facts);
    case "move":
      return move(present, action);
  }
}

/** An incident action of one kind. */
export type ActionOf<Name extends IncidentAction["verb"]> = Extract<IncidentAction, { verb: Name }>;

/** The time and the person of an action, for a line of history. */
function lineBy({
  atMs,
  userId,
  userName,
}: ActionOf<"acknowledge" | "snooze" | "resolve" | "release" | "mute">): Omit<Line, "what"> {
  return { atMs, userId, ...(userName !== undefined && { userName }) };
}

/** A person takes an incident or takes it over. That ends its snooze. */
function acknowledge(present: Incident, action: ActionOf<"acknowledge">): Advanced {
  const { state, acknowledged } = present;
  const isTheirs = state === "acknowledged" && acknowledged?.userId === action.userId;
  if (state === "resolved" || isTheirs) return unchanged(present);
  const taken: Incident = {
    ...present,
    state: "acknowledged",
    acknowledged: { userId: action.userId, atMs: action.atMs },
    snoozed: undefined,
  };
  return changed(withLine(taken, { ...lineBy(action), what: "acknowledged" }), { isUrgent: true });
}

/** A person resolves an open incident. */
function resolve(present: Incident, action: ActionOf<"resolve">): Advanced {
  if (present.state === "resolved") return unchanged(present);
  const { userId, atMs } = action;
  const over: Incident = {
    ...present,
    state: "resolved",
    resolved: { atMs, how: "person", userId },
    snoozed: undefined,
  };
  return changed(withLine(over, { ...lineBy(action), what: "resolved" }), { isUrgent: true });
}

/** A person takes back an acknowledgement, a snooze or both. */
function release(present: Incident, action: ActionOf<"release">, { hook }: Facts): Advanced {
  if (present.state !== "acknowledged" && present.state !== "snoozed") return unchanged(present);
  const released: Incident = {
    ...present,
    state: "firing",
    acknowledged: undefined,
    snoozed: undefined,
  };
  const line = { ...lineBy(action), what: "released" as const };
  return changed(withLine(rearmed(released, action.atMs, hook), line), { isUrgent: true });
}

/** A person snoozes an open incident. A second snooze changes its end and its reason. */
function snooze(present: Incident, action: ActionOf<"snooze">): Advanced {
  if (present.state === "resolved") return unchanged(present);
  const { userId, atMs, untilMs, reason } = action;
  const heldBack = present.snoozed?.heldBack ?? 0;
  const snoozed = { userId, atMs, untilMs, ...(reason !== undefined && { reason }), heldBack };
  const line = {
    ...lineBy(action),
    what: "snoozed" as const,
    untilMs,
    ...(reason !== undefined && { note: reason }),
  };
  return changed(withLine({ ...present, state: "snoozed", snoozed }, line), { isUrgent: true });
}

/** Notes that a person muted the key of an incident. Its state goes on changing. */
function mute(present: Incident, action: ActionOf<"mute">): Advanced {
  return changed(withLine(present, { ...lineBy(action), what: "muted" }), { isUrgent: true });
}

/** Moves an incident to another channel, because its own rejects messages. */
function move(present: Incident, { atMs, toChannelId, reason }: ActionOf<"move">): Advanced {
  if (present.channelId === toChannelId) return unchanged(present);
  return changed(withLine({ ...present, channelId: toChannelId }, { atMs, what: "moved", note: reason }));
}

/** Applies all timers of an incident that are due at a time. */
function advanceByTick(present: Incident, atMs: number, facts: Facts): Advanced {
  const { isMuted } = facts.route;
  const awake = snoozeOver(present, atMs, facts);
  const heard = presumedOver(awake, atMs, isMuted);
  const calm = flappingOver(heard, atMs, isMuted);
  const next = reminded(mentionedInTime(calm, atMs, facts), atMs, isMuted);
  const hasNewLine = next.history.at(-1)?.n !== present.history.at(-1)?.n;
  return hasNewLine ? changed(next) : unchanged(next);
}
