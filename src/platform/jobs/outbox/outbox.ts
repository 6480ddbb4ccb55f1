import type { Redis } from "ioredis";
import { keys, ttlInSeconds } from "../../redis/keys.ts";
import { readRecord } from "../../redis/record.ts";
import { reachingRedis } from "../../redis/connect.ts";
import { holdScript, viewScript, resolveScript, takeScript } from "./scripts.ts";
import { type OutboxClaim, Shown, type TraceEntry, traceLength, unshown } from "./shown.ts";

/** How an outbox stands. Times are in Unix milliseconds. */
export interface OutboxView {
  /** When its first item is due; undefined where it is empty. */
  dueMs: number | undefined;
  newWaiting: number;
  newPostedLastMinute: number;
  /** True where some of its items are, or were, shown in a storm summary. */
  hasSummaries: boolean;
  /** Nothing is to be done before. */
  notBeforeMs: number;
  /** How often in a row Slack had trouble here. */
  failures: number;
}

/** An item that is being worked on. */
export interface Taken {
  itemId: string;
  /** Where it stood in the outbox. */
  dueMs: number;
  /** Its score while it is worked on: whoever marks it meanwhile sets a lower one. */
  score: number;
  shown: Shown;
  /** The same as it is stored; where that has changed, another one took the item over. */
  stored: string;
  /** True where the claim in `shown` is this taker's own, for the first post of a new item. */
  isClaimed: boolean;
  /** How many of its events were not shown yet. */
  events: number;
}

/** What came of working on an item. */
export interface Resolution {
  atMs: number;
  shown: Shown;
  /** What became of its events; "waiting" where they were not shown yet. */
  events: "posted" | "merged" | "dead" | "waiting";
  /** When it is due again; without it, it leaves the outbox where nobody marked it meanwhile, or in any case as "gone". */
  again?: number | "gone";
  isRootPosted?: boolean;
  notBeforeMs?: number | undefined;
  /** How often in a row Slack has had trouble in the outbox by now; without it, as often as before. */
  failures?: number;
  /** Why it can be shown nowhere. */
  letter?: { reason: string; attempts: number };
  trace: readonly TraceEntry[];
}

/** How long nobody else works on an item that somebody took. */
export const holdMs = 12_000;

/** The outbox of one channel: its items that do not look yet as they should. Each of these is one atomic step. */
export interface Outbox {
  view(atMs: number): Promise<OutboxView>;
  /** Takes the first item that is due, and writes down `claim` where nothing of it was ever shown. */
  take(atMs: number, claimOf: (itemId: string) => OutboxClaim): Promise<Taken | undefined>;
  /** Holds an item for longer, with what is written down of it; undefined where it is another one's by now, or gone. */
  hold(taken: Taken, shown: Shown, atMs: number): Promise<Taken | undefined>;
  resolve(taken: Taken, resolution: Resolution): Promise<OutboxView>;
}

/** The outbox of a workspace's channel in Redis. */
export function outbox(redis: Redis, workspaceId: string, channelId: string): Outbox {
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
      const score = atMs + holdMs;
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
      const score = atMs + holdMs;
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
