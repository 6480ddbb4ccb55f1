import type { Redis } from "ioredis";
import { eventLoopYielder } from "../../../lib/event-loop.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord, tryRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { Incident } from "../incident/record.ts";
import { absorbScript, changedScript, firstScript, releaseScript, withdrawScript } from "./scripts.ts";
import { z } from "zod";
import { Severity } from "../incident/event-record.ts";
import { atOnce, newsScore } from "../../../platform/jobs/outbox/shown.ts";

/** A storm summary: the one message for the incidents of a storm. Times are in Unix milliseconds. */
export const StormSummary = z.object({
  id: z.string(),
  channelId: z.string(),
  startedAtMs: z.number(),
  /** When the last incident joined it. */
  lastNewAtMs: z.number(),
  /** The end of the storm. Its incidents go on. */
  endedAtMs: z.number().optional(),
});
export type StormSummary = z.output<typeof StormSummary>;

/** The short record of an incident in a storm summary. */
export const StormMember = z.object({
  incidentId: z.string(),
  title: z.string(),
  alertName: z.string(),
  group: z.string().optional(),
  severity: Severity.optional(),
  state: Incident.shape.state,
  times: z.int(),
  sinceMs: z.number(),
  link: z.string().optional(),
});
export type StormMember = z.output<typeof StormMember>;

/** Makes the short record of an incident. */
function memberOf({ id, latest, severity, state, times, openedAtMs }: Incident): StormMember {
  const { title, alertName, group, link } = latest;
  return {
    incidentId: id,
    title,
    alertName,
    state,
    times,
    sinceMs: openedAtMs,
    ...(group === undefined ? {} : { group }),
    ...(severity === undefined ? {} : { severity }),
    ...(link === undefined ? {} : { link }),
  };
}

/** What `absorb` stores in the same write, so that every summary with incidents is also due in the outbox. */
interface AbsorbPlan {
  /** The latest time at which the outbox posts the summary. */
  dueMs: number;
  /** Set for new incidents: the summary becomes the channel's present one, and this item checks for the storm's end. */
  end?: { itemId: string; atMs: number };
}

/** The storms of a workspace's channels and their summaries, which are kept for 30 days. */
export interface Storms {
  /** The summary of a channel's present storm; undefined if there is no storm. */
  present(channelId: string): Promise<StormSummary | undefined>;
  summary(summaryId: string): Promise<StormSummary | undefined>;
  members(summaryId: string): Promise<StormMember[]>;
  /** Stores a summary. It is the channel's present one until it has ended. */
  save(summary: StormSummary): Promise<void>;
  /** The ids of new incidents of a channel that no message shows yet, at most `most`, in any order. */
  waitingNew(channelId: string, most: number): Promise<string[]>;
  /** The changed incidents among the first `most` items of the outbox that a summary shows. */
  changedMembers(channelId: string, most: number): Promise<{ incidentId: string; summaryId: string }[]>;
  /**
   * Takes incidents out of the outbox into a summary and returns how many. Incidents stay that changed since they were
   * read or may have a message already.
   */
  absorb(summary: StormSummary, incidents: readonly Incident[], plan: AbsorbPlan): Promise<number>;
  /** Gives incidents of a summary messages of their own. */
  release(
    summary: Pick<StormSummary, "id" | "channelId">,
    incidentIds: readonly string[],
    nowMs: number,
  ): Promise<void>;
  /** Removes incidents that moved elsewhere and returns how many are left. Deletes an empty summary. */
  withdraw(summary: Pick<StormSummary, "id" | "channelId">, incidentIds: readonly string[]): Promise<number>;
  /**
   * Puts a summary or the check for its end into the outbox. "later" also moves an item that is there already;
   * "soonest" only brings it forward.
   */
  schedule(channelId: string, itemId: string, atMs: number, which: "soonest" | "later"): Promise<void>;
  /** Moves the due ones of these items to the head of the outbox; false if none is due. */
  putFirst(channelId: string, itemIds: readonly string[], nowMs: number): Promise<boolean>;
}

/** The storms of one workspace in Redis. */
export function storms(redis: Redis, workspaceId: string): Storms {
  const outboxKey = (channelId: string) => keys.outbox(workspaceId, channelId);
  const newKey = (channelId: string) => keys.outboxNew(workspaceId, channelId);
  const summariesKey = (channelId: string) => keys.outboxSummaries(workspaceId, channelId);
  const membersKey = (summaryId: string) => keys.stormMembers(workspaceId, summaryId);

  async function readSummary(key: string): Promise<StormSummary | undefined> {
    const stored = await reachingRedis(() => redis.get(key));
    return stored === null ? undefined : readRecord(StormSummary, stored, key);
  }

  return {
    present: (channelId) => readSummary(keys.storm(workspaceId, channelId)),
    summary: (summaryId) => readSummary(keys.stormSummary(workspaceId, summaryId)),
    async members(summaryId) {
      const stored = await reachingRedis(() => redis.hvals(membersKey(summaryId)));
      const members: StormMember[] = [];
      // There may be ten thousand, and senders wait for their answers, so yield to the event loop.
      const yieldIfLong = eventLoopYielder();
      for (const record of stored) {
        const member = tryRecord(StormMember, record);
        if (member) members.push(member);
        await yieldIfLong();
      }
      return members;
    },
    async save(summary) {
      const stormKey = keys.storm(workspaceId, summary.channelId);
      const record = JSON.stringify(summary);
      const seconds = ttlInSeconds.incident;
      const transaction = redis
        .multi()
        .set(keys.stormSummary(workspaceId, summary.id), record, "EX", seconds);
      if (summary.endedAtMs === undefined) transaction.set(stormKey, record, "EX", seconds);
      else transaction.del(stormKey);
      await reachingRedis(() => transaction.exec());
    },
    waitingNew: (channelId, most) => reachingRedis(() => redis.srandmember(newKey(channelId), most)),
    async changedMembers(channelId, most) {
      const found = await reachingRedis(() =>
        redis.eval(changedScript, 2, outboxKey(channelId), summariesKey(channelId), most),
      );
      return pairsOf(found);
    },
    async absorb(summary, incidents, { dueMs, end }) {
      const { id, channelId } = summary;
      if (incidents.length === 0) return 0;
      const own = [outboxKey(channelId), newKey(channelId), keys.outboxEvents(workspaceId, channelId)];
      const ownSummary = [keys.stormSummary(workspaceId, id), keys.storm(workspaceId, channelId)];
      const all = [
        ...own,
        summariesKey(channelId),
        membersKey(id),
        ...ownSummary,
        keys.outboxes(workspaceId),
        ...incidents.flatMap((incident) => [
          keys.incident(workspaceId, incident.id),
          keys.shown(workspaceId, incident.id),
        ]),
      ];
      const facts = incidents.flatMap((incident) => [
        incident.id,
        incident.revision,
        JSON.stringify(memberOf(incident)),
      ]);
      const kept = end ? [JSON.stringify(summary), end.itemId, end.atMs] : ["", "", ""];
      const args = [id, ttlInSeconds.incident, channelId, dueMs, ...kept, ...facts];
      return Number(await reachingRedis(() => redis.eval(absorbScript, all.length, ...all, ...args)));
    },
    async release({ id, channelId }, incidentIds, nowMs) {
      const own = [outboxKey(channelId), newKey(channelId), summariesKey(channelId), membersKey(id)];
      const outboxes = keys.outboxes(workspaceId);
      await reachingRedis(() =>
        redis.eval(releaseScript, 5, ...own, outboxes, newsScore(nowMs), channelId, ...incidentIds),
      );
    },
    async withdraw({ id, channelId }, incidentIds) {
      const own = [summariesKey(channelId), membersKey(id), keys.stormSummary(workspaceId, id)];
      const all = [...own, keys.storm(workspaceId, channelId)];
      return Number(
        await reachingRedis(() => redis.eval(withdrawScript, all.length, ...all, id, ...incidentIds)),
      );
    },
    async schedule(channelId, itemId, atMs, which) {
      const transaction = redis.multi().sadd(keys.outboxes(workspaceId), channelId);
      if (which === "soonest") transaction.zadd(outboxKey(channelId), "LT", atMs, itemId);
      else transaction.zadd(outboxKey(channelId), atMs, itemId);
      await reachingRedis(() => transaction.exec());
    },
    async putFirst(channelId, itemIds, nowMs) {
      const args = [nowMs, atOnce, ...itemIds];
      return (await reachingRedis(() => redis.eval(firstScript, 1, outboxKey(channelId), ...args))) === 1;
    },
  };
}

function pairsOf(found: unknown): { incidentId: string; summaryId: string }[] {
  const words = Array.isArray(found) ? found.map(String) : [];
  return words.flatMap((incidentId, index) =>
    index % 2 === 0 ? [{ incidentId, summaryId: words[index + 1] ?? "" }] : [],
  );
}
