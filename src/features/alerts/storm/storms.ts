import type { Redis } from "ioredis";
import { breather } from "../../../lib/event-loop.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord, tryRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { Incident } from "../incident/record.ts";
import { absorbScript, changedScript, firstScript, releaseScript, withdrawScript } from "./scripts.ts";
import { z } from "zod";
import { Severity } from "../incident/event-record.ts";
import { atOnce, newsScore } from "../../../platform/jobs/outbox/shown.ts";

/** A digest: the one message of a storm's incidents. Times are in Unix milliseconds. */
export const StormSummary = z.object({
  id: z.string(),
  channelId: z.string(),
  startedAtMs: z.number(),
  /** When the last incident joined it. */
  lastNewAtMs: z.number(),
  /** When the storm was over; its incidents go on. */
  endedAtMs: z.number().optional(),
});
export type StormSummary = z.output<typeof StormSummary>;

/** An incident in a digest, in short. */
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

/** What a digest keeps of an incident. */
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

/** What is kept in the same step in which incidents join a digest, so that none is in one that nobody looks at. */
interface AbsorbPlan {
  /** When the digest is looked at, at the latest. */
  dueMs: number;
  /** Where these are new: the digest is the channel's present one from now on, and this item looks whether that is over. */
  end?: { itemId: string; atMs: number };
}

/** The storms of a workspace's channels, and their digests, which are kept for 30 days. */
export interface Storms {
  /** The digest of the storm that a channel is in. */
  present(channelId: string): Promise<StormSummary | undefined>;
  digest(summaryId: string): Promise<StormSummary | undefined>;
  members(summaryId: string): Promise<StormMember[]>;
  /** Keeps a digest; it is the channel's present one as long as it has not ended. */
  save(digest: StormSummary): Promise<void>;
  /** Ids of incidents of the channel that no message shows yet, in any order. */
  waitingNew(channelId: string, most: number): Promise<string[]>;
  /** Incidents near the head of the outbox that a digest shows, which is to be told of their change. */
  changedMembers(channelId: string, most: number): Promise<{ incidentId: string; summaryId: string }[]>;
  /**
   * Takes incidents, as they are, out of the outbox into a digest, which is looked at by then, and answers how many. Those
   * stay that changed since they were read, or that somebody may have posted by themselves.
   */
  absorb(digest: StormSummary, incidents: readonly Incident[], plan: AbsorbPlan): Promise<number>;
  /** Gives incidents of a digest messages of their own. */
  release(
    digest: Pick<StormSummary, "id" | "channelId">,
    incidentIds: readonly string[],
    nowMs: number,
  ): Promise<void>;
  /** Lets go of incidents that go on elsewhere; answers how many are left, and where there are none it is kept no longer. */
  withdraw(digest: Pick<StormSummary, "id" | "channelId">, incidentIds: readonly string[]): Promise<number>;
  /** Puts an item of the storm's own into the outbox, to be looked at by then; "later" moves it on, "soonest" does not. */
  schedule(channelId: string, itemId: string, atMs: number, which: "soonest" | "later"): Promise<void>;
  /** Puts those of these items of an outbox that are due ahead of all news; false where none is. */
  putFirst(channelId: string, itemIds: readonly string[], nowMs: number): Promise<boolean>;
}

/** The storms of one workspace in Redis. */
export function storms(redis: Redis, workspaceId: string): Storms {
  const outboxKey = (channelId: string) => keys.outbox(workspaceId, channelId);
  const newKey = (channelId: string) => keys.outboxNew(workspaceId, channelId);
  const digestsKey = (channelId: string) => keys.outboxDigests(workspaceId, channelId);
  const membersKey = (summaryId: string) => keys.digestMembers(workspaceId, summaryId);

  async function readDigest(key: string): Promise<StormSummary | undefined> {
    const stored = await reachingRedis(() => redis.get(key));
    return stored === null ? undefined : readRecord(StormSummary, stored, key);
  }

  return {
    present: (channelId) => readDigest(keys.storm(workspaceId, channelId)),
    digest: (summaryId) => readDigest(keys.digest(workspaceId, summaryId)),
    async members(summaryId) {
      const stored = await reachingRedis(() => redis.hvals(membersKey(summaryId)));
      const members: StormMember[] = [];
      // There may be ten thousand, and senders wait for their answers meanwhile.
      const breathe = breather();
      for (const record of stored) {
        const member = tryRecord(StormMember, record);
        if (member) members.push(member);
        await breathe();
      }
      return members;
    },
    async save(digest) {
      const stormKey = keys.storm(workspaceId, digest.channelId);
      const record = JSON.stringify(digest);
      const seconds = ttlInSeconds.incident;
      const transaction = redis.multi().set(keys.digest(workspaceId, digest.id), record, "EX", seconds);
      if (digest.endedAtMs === undefined) transaction.set(stormKey, record, "EX", seconds);
      else transaction.del(stormKey);
      await reachingRedis(() => transaction.exec());
    },
    waitingNew: (channelId, most) => reachingRedis(() => redis.srandmember(newKey(channelId), most)),
    async changedMembers(channelId, most) {
      const found = await reachingRedis(() =>
        redis.eval(changedScript, 2, outboxKey(channelId), digestsKey(channelId), most),
      );
      return pairsOf(found);
    },
    async absorb(digest, incidents, { dueMs, end }) {
      const { id, channelId } = digest;
      if (incidents.length === 0) return 0;
      const own = [outboxKey(channelId), newKey(channelId), keys.outboxEvents(workspaceId, channelId)];
      const digestOwn = [keys.digest(workspaceId, id), keys.storm(workspaceId, channelId)];
      const all = [
        ...own,
        digestsKey(channelId),
        membersKey(id),
        ...digestOwn,
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
      const kept = end ? [JSON.stringify(digest), end.itemId, end.atMs] : ["", "", ""];
      const args = [id, ttlInSeconds.incident, channelId, dueMs, ...kept, ...facts];
      return Number(await reachingRedis(() => redis.eval(absorbScript, all.length, ...all, ...args)));
    },
    async release({ id, channelId }, incidentIds, nowMs) {
      const own = [outboxKey(channelId), newKey(channelId), digestsKey(channelId), membersKey(id)];
      const outboxes = keys.outboxes(workspaceId);
      await reachingRedis(() =>
        redis.eval(releaseScript, 5, ...own, outboxes, newsScore(nowMs), channelId, ...incidentIds),
      );
    },
    async withdraw({ id, channelId }, incidentIds) {
      const own = [digestsKey(channelId), membersKey(id), keys.digest(workspaceId, id)];
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
