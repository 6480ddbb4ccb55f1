import type { IncidentAction } from "../receive/inbox-entries.ts";
import { advanceByEvent } from "./event.ts";
import { escalatesAgain, mentionedInTime, rearmed } from "./open.ts";
import { type Incident, isHeld } from "./record.ts";
import {
  type Advanced,
  type Facts,
  type HoldBack,
  type Line,
  type Occurrence,
  changed,
  unchanged,
  withLine,
} from "./step.ts";
import { flappingOver, presumedOver, reminded, snoozeOver } from "./timers.ts";

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
  const advanced = advanceByKind(present, occurrence, facts);
  return advanced && withHoldBack(advanced, occurrence, facts);
}

function advanceByKind(
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
  // Only these change a resolved incident. Its state goes on changing while its key is muted.
  if (action.verb === "mute") return byPerson(action, present, { what: "muted" });
  if (action.verb === "move") return move(present, action);
  if (action.verb === "hear") return hear(present, action, facts);
  if (present.state === "resolved") return unchanged(present);
  switch (action.verb) {
    case "acknowledge":
      return acknowledge(present, action);
    case "snooze":
      return snooze(present, action);
    case "resolve":
      return resolve(present, action);
    case "release":
      return release(present, action, facts);
    case "reconcile":
      return reconcile(present, action, facts.route.isMuted);
  }
}

type PersonAction = Extract<IncidentAction, { userId: string }>;

/** What a person did: an urgent change, with a line of history. */
function byPerson(
  { atMs, userId, userName }: PersonAction,
  incident: Incident,
  line: Pick<Line, "what" | "untilMs" | "note">,
): Advanced {
  return changed(withLine(incident, { atMs, userId, userName, ...line }), { isUrgent: true });
}

/** A person takes an incident or takes it over. That ends its snooze. With a whole storm, what others took stays theirs. */
function acknowledge(present: Incident, action: PersonAction): Advanced {
  const { userId, atMs, ofStorm } = action;
  if (ofStorm && present.state !== "firing") return unchanged(present);
  if (present.state === "acknowledged" && present.acknowledged?.userId === userId) return unchanged(present);
  const taken = { ...present, acknowledged: { userId, atMs }, snoozed: undefined };
  return byPerson(action, { ...taken, state: "acknowledged" }, { what: "acknowledged" });
}

/** A person resolves an open incident. */
function resolve(present: Incident, action: PersonAction): Advanced {
  const { userId, atMs } = action;
  return byPerson(action, over(present, { atMs, how: "person", userId }), { what: "resolved" });
}

/** A person takes back an acknowledgement, a snooze or both. */
function release(present: Incident, action: PersonAction, { hook }: Facts): Advanced {
  if (present.state === "firing") return unchanged(present);
  const released: Incident = { ...present, state: "firing", acknowledged: undefined, snoozed: undefined };
  return byPerson(action, escalatesAgain(released, action.atMs, hook), { what: "released" });
}

/** A person snoozes an open incident. A second snooze changes its end and its reason. */
function snooze(present: Incident, action: Extract<IncidentAction, { verb: "snooze" }>): Advanced {
  const { userId, atMs, untilMs, reason, ofStorm } = action;
  if (ofStorm && present.state === "snoozed") return unchanged(present);
  const snoozed = { userId, atMs, untilMs, reason, heldBack: present.snoozed?.heldBack ?? 0 };
  return byPerson(
    action,
    { ...present, state: "snoozed", snoozed },
    { what: "snoozed", untilMs, note: reason },
  );
}

type HearAction = Extract<IncidentAction, { verb: "hear" }>;

/** Applies what happened where the incident was handed over. What people did here meanwhile stays. */
function hear(present: Incident, action: HearAction, facts: Facts): Advanced {
  const next = heard(present, action, facts);
  return next ? changed(next, { isUrgent: true }) : unchanged(present);
}

function heard(present: Incident, action: HearAction, facts: Facts): Incident | undefined {
  const { what, atMs, userId, userName } = action;
  const line = { atMs, userId, userName };
  const there = { atMs, isElsewhere: true, userId, ...(userId === undefined && { name: userName }) } as const;
  const { state, resolved } = present;
  switch (what) {
    case "acknowledged":
      if (state !== "firing") return undefined;
      return withLine({ ...present, state: what, acknowledged: there }, { ...line, what });
    case "resolved":
      if (state === "resolved") return undefined;
      return withLine(over(present, { ...there, how: "person" }), { ...line, what });
    case "released":
      return givenBack(present, action, facts);
    case "reopened": {
      if (state !== "resolved" || !resolved?.isElsewhere) return undefined;
      const again: Incident = { ...present, state: "firing", resolved: undefined, acknowledged: undefined };
      const note = `reopened by ${userName}`;
      return withLine(escalatesAgain(again, atMs, facts.hook), { ...line, what: "fired again", note });
    }
  }
}

/** Ends an acknowledgement that was made there, whoever ended it, or one of the same person. A snooze made here stays. */
function givenBack(present: Incident, { atMs, userId, userName }: HearAction, { hook }: Facts) {
  const { state, acknowledged } = present;
  const isTheirs = acknowledged?.isElsewhere || (userId !== undefined && acknowledged?.userId === userId);
  if (state === "resolved" || !isTheirs) return undefined;
  const released: Incident = { ...present, acknowledged: undefined };
  const next: Incident =
    state === "acknowledged" ? escalatesAgain({ ...released, state: "firing" }, atMs, hook) : released;
  return withLine(next, { atMs, userId, userName, what: "released" });
}

/** Moves an incident to another channel, because its own rejects messages. */
function move(
  present: Incident,
  { atMs, toChannelId, reason }: Extract<IncidentAction, { verb: "move" }>,
): Advanced {
  if (present.channelId === toChannelId) return unchanged(present);
  return changed(withLine({ ...present, channelId: toChannelId }, { atMs, what: "moved", note: reason }));
}

/** Applies an answer of the API to an open incident. "over" and "deleted" end it; other answers are noted. */
function reconcile(
  present: Incident,
  action: Extract<IncidentAction, { verb: "reconcile" }>,
  isQuiet: boolean,
): Advanced {
  const { atMs, found, word, intervalMs = present.intervalMs } = action;
  const known: Incident = { ...present, intervalMs };
  if (found === "over" || found === "deleted") {
    // The sender sent an event after the question, so the answer is outdated.
    if (present.lastSeenAtMs > atMs) return unchanged(present);
    const isOver = found === "over";
    const ended = over(known, { atMs, how: isOver ? "api" : "deleted" });
    const note = isOver ? "as the API says" : undefined;
    return changed(withLine(ended, { atMs, what: isOver ? "resolved" : "deleted", note, isQuiet }));
  }
  const next: Incident = { ...known, truth: { found, atMs, word } };
  // Note an answer once: the API is asked every minute and mostly gives the same one. Without an answer, the message
  // says that the alert fires.
  if (found === (present.truth?.found ?? "firing"))
    return found === "unknown" && present.truth?.word !== word ? changed(next) : unchanged(next);
  if (found === "firing") return changed(next);
  const [what, note] = found === "silenced" ? (["silenced"] as const) : (["unverified", word] as const);
  return changed(withLine(next, { atMs, what, note, isQuiet }));
}

function over(incident: Incident, resolved: Incident["resolved"]): Incident {
  return { ...incident, state: "resolved", resolved, snoozed: undefined };
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

/**
 * The result of a step during or after a maintenance: a new incident is held back, and one that is still open when it is
 * over, or that becomes critical and may pass, is released to be posted as new.
 */
function withHoldBack(
  advanced: Advanced,
  occurrence: Occurrence,
  { holdBack, hook, nowMs }: Facts,
): Advanced {
  const { incident, change } = advanced;
  if (change === "new") {
    const isKept = holdBack && isToHoldBack(incident, occurrence, holdBack);
    if (!isKept) return advanced;
    const held: Incident = { ...incident, held: { sinceMs: holdBack.sinceMs } };
    return { ...advanced, incident: held, isUrgent: false, suppressed: "maintenance" };
  }
  if (!isHeld(incident)) return advanced;
  const isOver = !holdBack || passes(incident, holdBack);
  if (!isOver || incident.state === "resolved")
    return occurrence.kind === "event" ? { ...advanced, suppressed: "maintenance" } : advanced;
  const released: Incident = {
    ...incident,
    revision: incident.revision + 1,
    held: incident.held && { ...incident.held, untilMs: nowMs },
  };
  return {
    incident: released.state === "firing" ? rearmed(released, nowMs, hook) : released,
    change: "changed",
    isUrgent: incident.severity === "critical",
    isReleased: true,
  };
}

/** True for a new incident of an event that was received during the holdBack. Tests check the way to the channel. */
function isToHoldBack(incident: Incident, occurrence: Occurrence, holdBack: HoldBack): boolean {
  if (incident.latest.isTest || passes(incident, holdBack)) return false;
  return occurrence.kind === "event" && occurrence.receivedAtMs >= holdBack.sinceMs;
}

function passes({ severity }: Incident, { criticalPasses }: HoldBack): boolean {
  return criticalPasses && severity === "critical";
}
