import { expect } from "vitest";
import {
  advance,
  type Advanced,
  type Facts,
  type Occurrence,
} from "../../../../src/features/alerts/incident/advance.ts";
import { route } from "../../../../src/features/alerts/routing/route.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import { type HistoryEntry, Incident } from "../../../../src/features/alerts/incident/record.ts";
import type { IncidentAction, ReceivedEvent } from "../../../../src/features/alerts/receive/inbox-entries.ts";

const startMs = Date.UTC(2026, 10, 21, 12);

/** A time so many minutes after the start, in Unix milliseconds. */
export function at(minutes: number): number {
  return startMs + minutes * 60_000;
}

export const hook: Hook = {
  id: "T1-hook",
  name: "prod",
  channelId: "C1",
  ownerId: "U1",
  createdAt: "2026-11-01T00:00:00Z",
  secrets: [{ hash: "d", createdAt: "2026-11-01T00:00:00Z" }],
  broadcasts: false,
  rules: [],
  muted: {},
};

export const escalating: Hook = { ...hook, escalation: { groupId: "S1", afterMinutes: 5 } };

export const mutedHook: Hook = {
  ...hook,
  muted: { cpu: { title: "CPU", userId: "U1", at: "2026-11-21T12:00:00Z" } },
};

/** An event at a minute. It is received at once by default. */
export function event(
  minutes: number,
  over: Partial<AlertEvent> = {},
  receivedMinutes = minutes,
): ReceivedEvent {
  const said: AlertEvent = {
    sender: "structured",
    key: "cpu",
    title: "CPU is high",
    alertName: "CPU is high",
    body: "",
    state: "firing",
    atMs: at(minutes),
    ...over,
  };
  const receivedAtMs = at(receivedMinutes);
  return { kind: "event", event: said, receivedAtMs, acceptedAtMs: receivedAtMs + 3, times: 1 };
}

export function firing(minutes: number, over: Partial<AlertEvent> = {}): ReceivedEvent {
  return event(minutes, over);
}

export function over(minutes: number, more: Partial<AlertEvent> = {}): ReceivedEvent {
  return event(minutes, { state: "resolved", ...more });
}

export function unclear(minutes: number, stateWord?: string): ReceivedEvent {
  return event(minutes, { state: "unclear", ...(stateWord !== undefined && { stateWord }) });
}

export function tick(minutes: number): Occurrence {
  return { kind: "tick", atMs: at(minutes) };
}

const action = { kind: "action", incidentId: "i1" } as const;

export function acknowledged(minutes: number, userId = "U1"): IncidentAction {
  return { ...action, verb: "acknowledge", atMs: at(minutes), userId, userName: `name of ${userId}` };
}

export function snoozed(minutes: number, untilMinutes: number, reason?: string): IncidentAction {
  return {
    ...action,
    verb: "snooze",
    atMs: at(minutes),
    userId: "U1",
    untilMs: at(untilMinutes),
    ...(reason !== undefined && { reason }),
  };
}

/** What happened where the incident was handed over. */
export function heard(
  what: "acknowledged" | "resolved" | "released" | "reopened",
  minutes: number,
  userId?: string,
): IncidentAction {
  const who = { userName: "Noor in PagerDuty", ...(userId !== undefined && { userId }) };
  return { ...action, verb: "hear", what, atMs: at(minutes), ...who };
}

/** An action of a person without other facts. */
export function done(name: "resolve" | "release" | "mute", minutes: number): IncidentAction {
  return { ...action, verb: name, atMs: at(minutes), userId: "U1" };
}

export function found(
  what: "firing" | "over" | "deleted" | "silenced" | "unknown",
  minutes: number,
  intervalMs?: number,
  word?: string,
): IncidentAction {
  const more = { ...(intervalMs && { intervalMs }), ...(word && { word }) };
  return { ...action, verb: "reconcile", atMs: at(minutes), found: what, ...more };
}

export function moved(minutes: number, toChannelId: string): IncidentAction {
  return { ...action, verb: "move", atMs: at(minutes), toChannelId, reason: "C1 is archived" };
}

/** The results of occurrences in their order. `incident` is the present one of its key. */
export interface AlertEvents {
  incident: Incident;
  last: Advanced;
  all: (Advanced | undefined)[];
  /** The lines of history in order, quiet ones in brackets. */
  lines: string[];
}

/** Applies occurrences in their order, first without an incident. The hook routes each one. */
export function live(
  occurrences: readonly Occurrence[],
  own: Hook = hook,
  route: Partial<Facts["route"]> = {},
): AlertEvents {
  const all: (Advanced | undefined)[] = [];
  let last: Advanced | undefined;
  for (const occurrence of occurrences) {
    const advanced = meet(last?.incident, occurrence, own, `i${all.length + 1}`, route);
    all.push(advanced);
    last = advanced ?? last;
  }
  if (!last) throw new Error("Nothing came of it.");
  return { incident: last.incident, last, all, lines: last.incident.history.map(inShort) };
}

/** Applies one occurrence. Its incident must be one that the store can keep. */
export function meet(
  present: Incident | undefined,
  occurrence: Occurrence,
  own: Hook = hook,
  newIncidentId = "i1",
  routed: Partial<Facts["route"]> = {},
): Advanced | undefined {
  const nowMs = occurrence.kind === "event" ? occurrence.receivedAtMs : occurrence.atMs;
  const latest = occurrence.kind === "event" ? occurrence.event : present?.latest;
  const facts: Facts = {
    hook: own,
    route: {
      ...(latest ? route(own, latest, new Date(nowMs)) : { channelId: own.channelId, isMuted: false }),
      ...routed,
    },
    newIncidentId,
    nowMs,
  };
  const advanced = advance(present, occurrence, facts);
  if (advanced) expect(Incident.safeParse(advanced.incident).error).toBeUndefined();
  return advanced;
}

function inShort({ what, note, isQuiet }: HistoryEntry): string {
  const line = note === undefined ? what : `${what}: ${note}`;
  return isQuiet ? `(${line})` : line;
}
