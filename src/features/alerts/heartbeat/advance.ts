import { type Listened, listenedSinceMs } from "../../../platform/redis/listening.ts";
import type { Hook } from "../hooks/record.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import type { Incident } from "../incident/record.ts";
import type { ReceivedEvent } from "../receive/inbox-entries.ts";
import {
  type Heartbeat,
  type HeartbeatState,
  dueMs,
  heartbeatKey,
  heartbeatSender,
  settleMs,
} from "./record.ts";
import * as texts from "./texts.ts";

/** The event that stands for a delivery to a hook that expects beats. What the delivery says does not matter. */
export function beatEvent(): AlertEvent {
  const title = texts.beat;
  return { sender: heartbeatSender, key: heartbeatKey, title, alertName: title, body: "", state: "resolved" };
}

/** True for a beat, and for an event that we made of one. */
export function isOfHeartbeat({ sender }: Pick<AlertEvent, "sender">): boolean {
  return sender === heartbeatSender;
}

/** A countdown that begins now, as when a hook begins to expect beats or is resumed. */
export function begun(state: HeartbeatState | undefined, nowMs: number): HeartbeatState {
  return { beatAtMs: state?.beatAtMs, fromMs: Math.max(state?.fromMs ?? nowMs, nowMs) };
}

/** The state after a beat. Beats may be ingested in any order. */
export function afterBeat(state: HeartbeatState | undefined, atMs: number): HeartbeatState {
  const beatAtMs = Math.max(state?.beatAtMs ?? atMs, atMs);
  return { beatAtMs, fromMs: Math.max(state?.fromMs ?? beatAtMs, beatAtMs) };
}

/** When to look for the next beat, in Unix milliseconds; undefined while one is missing. */
export function nextLookMs(heartbeat: Heartbeat, state: HeartbeatState): number | undefined {
  return state.missedAtMs === undefined ? dueMs(heartbeat, state) + settleMs : undefined;
}

/**
 * Looks for a beat after its time. The countdown begins again if it overlaps a time in which we could not have
 * received one. Unchanged if that is not known yet.
 */
export function looked(
  heartbeat: Heartbeat,
  state: HeartbeatState,
  listened: Listened,
  nowMs: number,
): HeartbeatState {
  const overMs = dueMs(heartbeat, state);
  const sinceMs = listenedSinceMs(listened, overMs);
  if (state.missedAtMs !== undefined || nowMs < overMs + settleMs || sinceMs === undefined) return state;
  return sinceMs > state.fromMs ? { ...state, fromMs: sinceMs } : { ...state, missedAtMs: overMs };
}

/** The event of a missing beat, at the time when it was due. No sender delivered it, so no count has it. */
export function missedEvent(hook: Hook, heartbeat: Heartbeat, state: HeartbeatState): ReceivedEvent {
  const title = texts.missing(hook.name, heartbeat);
  const event: AlertEvent = {
    sender: heartbeatSender,
    key: heartbeatKey,
    title,
    alertName: texts.missingName(hook.name),
    body: texts.missingBody(heartbeat, state.beatAtMs),
    state: "firing",
  };
  return ofOurs(event, state.missedAtMs ?? state.fromMs);
}

/** The event of a beat that came back, with the words of its incident. */
export function backEvent({ latest, stateAtMs = 0 }: Incident, beatAtMs: number): ReceivedEvent {
  return ofOurs({ ...latest, state: "resolved" }, Math.max(beatAtMs, stateAtMs));
}

function ofOurs(event: AlertEvent, atMs: number): ReceivedEvent {
  return { kind: "event", event, receivedAtMs: atMs, acceptedAtMs: atMs, times: 1 };
}
