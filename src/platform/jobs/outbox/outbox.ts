import { keys, ttlInSeconds } from "../../redis/keys.ts";
import { readRecord } from "../../redis/record.ts";
import { type RedisClient, reachingRedis } from "../../redis/connect.ts";
import { postHoldMs } from "../posts.ts";
import { holdScript, viewScript, resolveScript, takeScript } from "./scripts.ts";
import { type OutboxClaim, Shown, type TraceEntry, traceLength, unshown } from "./shown.ts";

/** The state of an outbox. Times are in Unix milliseconds. */
export interface OutboxView {
  /** When its first item is due. Undefined if it is empty. */
  dueMs: number | undefined;
  /** Items that were never shown. */
  newWaiting: number;
  /** First messages of items, posted within the last minute. */
  newPostedLastMinute: number;
  /** True if a storm summary shows, or showed, some of its items. */
  hasSummaries: boolean;
  /** Nothing is due before this. */
  notBeforeMs: number;
  /** How often in a row Slack failed here. */
  failures: number;
}

/** An item that a process works on. */
export interface Taken {
  itemId: string;
  /** Its score before. */
  dueMs: number;
  /** Its score during the work. A later notification sets a lower one. */
  score: number;
  shown: Shown;
  /** Its stored state. If it differs, another process took over. */
  stored: string;
  /** True if the claim in `shown` is this process's own, for a new item's first post. */
  isClaimed: boolean;
  /** How many of its events are not shown yet. */
  events: number;
}

/** The outcome of working on an item. */
export interface Resolution {
  atMs: number;
  shown: Shown;
  /** The fate of its events. "waiting" if they are not shown yet. */
  events: "posted" | "merged" | "dead" | "waiting";
  /**
   * When it is due again. Without it, the item leaves the outbox unless it was notified in the meantime. "gone"
   * leaves in any case.
   */
  again?: number | "gone";
  isRootPosted?: boolean;
  notBeforeMs?: number | undefined;
  /** How often in a row Slack has failed in this outbox now. Unchanged if absent. */
  failures?: number;
  /** Why it cannot be shown anywhere. */
  letter?: { reason: string; attempts: number };
  trace: readonly TraceEntry[];
}

/** The outbox of one channel: its items that differ from their wanted state. Each method is one atomic step. */
export interface Outbox {
  view(atMs: number): Promise<OutboxView>;
  /** Takes the first due item. Saves `claim` if nothing of the item was ever shown. */
  take(atMs: number, claimOf: (itemId: string) => OutboxClaim): Promise<Taken | undefined>;
  /** Extends the hold of an item and saves its state. Undefined if it is gone, or another process has it. */
  hold(taken: Taken, shown: Shown, atMs: number): Promise<Taken | undefined>;
  resolve(taken: Taken, resolution: Resolution): Promise<OutboxView>;
}

/** The outbox of a workspace's channel in Redis. */
export function outbox(redis: RedisClient, workspaceId: string, channelId: string): Outbox {
  const outboxKey = keys.outbox(workspaceId, channelId);
  const eventsKey = keys.outboxEvents(workspaceId, channelId);
  const summariesKey = keys.outboxSummaries(workspaceId, channelId);
  const shownKey = (itemId: string) => keys.shown(workspaceId, itemId);
  const checked = [
    outboxKey,
    keys.outboxNew(workspaceId, channelId),
    keys.outboxRoots(workspaceId, channelId),
    keys.outboxState(workspaceId, channelId),
    summariesKey,
  ];
  const resolved = [...checked, eventsKey, keys.outboxes(workspaceId), keys.alertCounts(workspaceId)];
  const prefixes = [shownKey(""), keys.outboxEvents(workspaceId, "")];

  return {
    view: async (atMs) => viewOf(await reachingRedis(() => viewScript(redis, checked, [atMs]))),

    async take(atMs, claimOf) {
      const score = atMs + postHoldMs;
      const first: Shown = { ...unshown, claim: claimOf("{item}") };
      const args = [atMs, score, ...prefixes, channelId, JSON.stringify(first), ttlInSeconds.shown];
      const answer = await reachingRedis(() => takeScript(redis, [outboxKey, eventsKey, summariesKey], args));
      const [itemId, due, stored = "", isNew, events] = textsOf(answer);
      if (itemId === undefined) return undefined;
      const shown = readRecord(Shown, stored, shownKey(itemId));
      const facts = { dueMs: Number(due), isClaimed: isNew === "1", events: Number(events) };
      return { itemId, score, shown, stored, ...facts };
    },

    async hold(taken, shown, atMs) {
      const stored = JSON.stringify(shown);
      const score = atMs + postHoldMs;
      const args = [taken.itemId, taken.score, taken.stored, stored, ttlInSeconds.shown, score];
      const held = await reachingRedis(() => holdScript(redis, [outboxKey, shownKey(taken.itemId)], args));
      return held === 1 ? { ...taken, shown, stored, score } : undefined;
    },

    async resolve(taken, resolution) {
      const { itemId } = taken;
      const ofItem = [
        shownKey(itemId),
        keys.incidentTrace(workspaceId, itemId),
        keys.deadLetters(workspaceId),
      ];
      const args = resolutionArgs(channelId, taken, resolution);
      return viewOf(await reachingRedis(() => resolveScript(redis, [...resolved, ...ofItem], args)));
    },
  };
}

function resolutionArgs(channelId: string, taken: Taken, resolution: Resolution): string[] {
  const { atMs, shown, again = "", isRootPosted = false, notBeforeMs = "", failures = "" } = resolution;
  const letter = resolution.letter && { itemId: taken.itemId, channelId, atMs, ...resolution.letter };
  const { itemId, score, stored, events } = taken;
  const item = [itemId, channelId, atMs, score, ttlInSeconds.shown];
  const outcome = [again, resolution.events, events, isRootPosted ? 1 : 0, notBeforeMs, failures];
  const short = [...item, ...outcome, ttlInSeconds.deadLetters, traceLength, ttlInSeconds.incident];
  const trace = resolution.trace.map((entry) => JSON.stringify(entry));
  const texts = [stored, JSON.stringify(shown), letter ? JSON.stringify(letter) : "", ...trace];
  return [JSON.stringify(short.map(String)), ...texts];
}

function viewOf(answer: unknown): OutboxView {
  const [due = "", newWaiting, newPostedLastMinute, hasSummaries, notBefore, failures] = textsOf(answer);
  return {
    dueMs: due === "" ? undefined : Number(due),
    newWaiting: Number(newWaiting),
    newPostedLastMinute: Number(newPostedLastMinute),
    hasSummaries: hasSummaries === "1",
    notBeforeMs: Number(notBefore),
    failures: Number(failures),
  };
}

function textsOf(answer: unknown): string[] {
  return Array.isArray(answer) ? answer.map(String) : [];
}
