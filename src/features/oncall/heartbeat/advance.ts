import {
  type AlertEvent,
  type Hook,
  type Incident,
  ownSender,
  type ReceivedEvent,
} from "../../alerts/index.ts";
import { utcTime } from "../../../lib/time.ts";
import { humanDuration } from "../../../lib/duration.ts";
import { type Listened, listenedSinceMs } from "../../../platform/redis/listening.ts";
import {
  type Heartbeat,
  dueMs,
  heartbeatKey,
  HeartbeatState,
  heartbeatTimer,
  longestPutOffMs,
  settleMs,
} from "./record.ts";
import { activator } from "../../../platform/jobs/due.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { transact } from "../../../platform/redis/script.ts";

/** The plain words of missing beats. They are escaped later, as the words of an alert are. */
const texts = {
  beat: "A beat",
  missing: (hook: string, { everySeconds, graceSeconds }: Heartbeat) =>
    `No beat from ${hook} for ${humanDuration(everySeconds + graceSeconds)}`,
  missingName: (hook: string) => `No beat from ${hook}`,
  missingBody: ({ everySeconds, graceSeconds }: Heartbeat, beatAtMs: number | undefined) => {
    const grace = graceSeconds === 0 ? "" : `, and it may be ${humanDuration(graceSeconds)} late`;
    const last =
      beatAtMs === undefined ? "None has come yet." : `The last one came ${utcTime(new Date(beatAtMs))}.`;
    return `A beat is expected every ${humanDuration(everySeconds)}${grace}. ${last}`;
  },
};

// The names of alerts that always fire. Their silence is the alarm.
const alwaysFiring = new Set([
  ..."watchdog deadmansswitch deadmanswitch deadmanssnitch deadmansnitch heartbeat alwaysfiring".split(" "),
  ..."prometheusdeadmansswitch infodeadmansswitch".split(" "),
]);

function isAlwaysFiring({ alertName }: AlertEvent): boolean {
  return alwaysFiring.has(alertName.toLowerCase().replaceAll(/[^a-z]/g, ""));
}

// They read any JSON and any message, so a text alone says little.
const readsAnything = new Set(["other JSON", "slack"]);

function isSilence(event: AlertEvent): boolean {
  return isAlwaysFiring(event) && event.state === "resolved";
}

/** True for an event that tells of something. What has no state, no severity, no id and no link is a word to say "done". */
function isNews(event: AlertEvent): boolean {
  if (isAlwaysFiring(event) || event.isUnreadable) return false;
  if (event.state !== "unclear" || event.isTest || !readsAnything.has(event.sender)) return true;
  return event.severity !== undefined || event.link !== undefined || event.key.startsWith("id:");
}

/**
 * What a delivery is to a hook that expects beats. Each one is a beat, because it shows that its sender and the way work,
 * but for the end of an alert that always fires: that is silence. Its alerts are posted as anywhere.
 */
export function withBeat(events: readonly AlertEvent[]): { alerts: AlertEvent[]; isBeat: boolean } {
  return { alerts: events.filter(isNews), isBeat: !events.every(isSilence) };
}

/** The event that stands for a beat. */
export function beatEvent(): AlertEvent {
  const title = texts.beat;
  return { sender: ownSender, key: heartbeatKey, title, alertName: title, body: "", state: "resolved" };
}

/** A countdown that begins now, as when a hook begins to expect beats or is resumed. */
export function startCountdown(state: HeartbeatState | undefined, nowMs: number): HeartbeatState {
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
 * received one, but not forever: replicas that die every few seconds never listen for long. Unchanged if it is not
 * known yet.
 */
export function afterCheck(
  heartbeat: Heartbeat,
  state: HeartbeatState,
  listened: Listened,
  nowMs: number,
): HeartbeatState {
  const overMs = dueMs(heartbeat, state);
  const sinceMs = listenedSinceMs(listened, overMs);
  if (state.missedAtMs !== undefined || nowMs < overMs + settleMs || sinceMs === undefined) return state;
  const { putOffSinceMs = nowMs } = state;
  const isPutOff = nowMs - putOffSinceMs <= Math.max(longestPutOffMs, overMs - state.fromMs);
  if (sinceMs > state.fromMs && isPutOff) return { ...state, fromMs: sinceMs, putOffSinceMs };
  return { ...state, missedAtMs: overMs };
}

/** The event of a missing beat, at the time when it was due. No sender delivered it, so no count has it. */
export function missedEvent(hook: Hook, heartbeat: Heartbeat, state: HeartbeatState): ReceivedEvent {
  const title = texts.missing(hook.name, heartbeat);
  const event: AlertEvent = {
    sender: ownSender,
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

/** The beats of one workspace's hooks in Redis: a hash from hook id to state. Only the ingestion takes beats. */
export function heartbeats(redis: RedisClient, workspaceId: string) {
  const key = keys.heartbeats(workspaceId);
  const activate = activator(redis, workspaceId);

  async function find(hookId: string): Promise<HeartbeatState | undefined> {
    const stored = await reachingRedis(() => redis.hget(key, hookId));
    return stored === null ? undefined : readRecord(HeartbeatState, stored, key);
  }

  return {
    find,
    /** Begins to count down from now. An ingestion under way reads the state again. */
    async begin(hookId: string, heartbeat: Heartbeat, nowMs: number): Promise<void> {
      const state = startCountdown(await find(hookId), nowMs);
      await activate();
      await transact(redis, (transaction) => {
        transaction.hset(key, hookId, JSON.stringify(state));
        transaction.zadd(
          keys.incidentTimers(workspaceId, hookId),
          nextLookMs(heartbeat, state) ?? nowMs,
          heartbeatTimer,
        );
        transaction.incr(keys.inboxCursor(workspaceId, hookId));
      });
    },
  };
}
