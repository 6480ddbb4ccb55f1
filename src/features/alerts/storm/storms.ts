import { eventLoopYielder } from "../../../lib/event-loop.ts";
import { activator } from "../../../platform/jobs/due.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord, tryRecord } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { transact } from "../../../platform/redis/transact.ts";
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
  /** Absent in records of older versions. */
  hookId: z.string().optional(),
  title: z.string(),
  alertName: z.string(),
  group: z.string().optional(),
  severity: Severity.optional(),
  state: Incident.shape.state,
  /** Who acknowledged it: a person in Slack, or one elsewhere by name. */
  takenBy: z.string().optional(),
  takenByName: z.string().max(80).optional(),
  times: z.int(),
  sinceMs: z.number(),
  link: z.string().optional(),
});
export type StormMember = z.output<typeof StormMember>;

function memberOf({
  id,
  hookId,
  latest,
  severity,
  state,
  acknowledged,
  times,
  openedAtMs,
}: Incident): StormMember {
  const { title, alertName, group, link } = latest;
  const taken = state === "acknowledged" ? acknowledged : undefined;
  const facts = { severity, state, times, sinceMs: openedAtMs };
  return {
    incidentId: id,
    hookId,
    title,
    alertName,
    group,
    ...facts,
    takenBy: taken?.userId,
    takenByName: taken?.name,
    link,
  };
}

/** What `absorb` stores in the same write, so every summary with incidents is also due in the outbox. */
interface AbsorbPlan {
  /** The latest time at which the outbox posts the summary. */
  dueMs: number;
  /** Set for new incidents: the summary becomes the channel's present one, and this item checks for the storm's end. */
  end?: { itemId: string; atMs: number };
}

type SummaryRef = Pick<StormSummary, "id" | "channelId">;

const Changed = z.array(
  z.tuple([z.string(), z.string()]).transform(([incidentId, summaryId]) => ({ incidentId, summaryId })),
);

/** The storms of one workspace's channels and their summaries, which Redis keeps for 30 days. */
export function storms(redis: RedisClient, workspaceId: string) {
  const outboxKey = (channelId: string) => keys.outbox(workspaceId, channelId);
  const newKey = (channelId: string) => keys.outboxNew(workspaceId, channelId);
  const summaryKey = (summaryId: string) => keys.stormSummary(workspaceId, summaryId);
  const membersKey = (summaryId: string) => keys.stormMembers(workspaceId, summaryId);
  const stormKey = (channelId: string) => keys.storm(workspaceId, channelId);

  const activate = activator(redis, workspaceId);

  /** The first keys of every script. */
  const keysOf = ({ id, channelId }: SummaryRef) => [
    outboxKey(channelId),
    newKey(channelId),
    keys.outboxEvents(workspaceId, channelId),
    keys.outboxSummaries(workspaceId, channelId),
    membersKey(id),
    summaryKey(id),
    stormKey(channelId),
    keys.outboxes(workspaceId),
  ];

  async function readSummary(key: string): Promise<StormSummary | undefined> {
    const stored = await reachingRedis(() => redis.get(key));
    return stored === null ? undefined : readRecord(StormSummary, stored, key);
  }

  return {
    /** The summary of a channel's present storm; undefined if there is no storm. */
    present: (channelId: string) => readSummary(stormKey(channelId)),
    summary: (summaryId: string) => readSummary(summaryKey(summaryId)),
    async members(summaryId: string): Promise<StormMember[]> {
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
    /** Stores a summary. It is the channel's present one until it has ended. */
    async save(summary: StormSummary): Promise<void> {
      const record = JSON.stringify(summary);
      const seconds = ttlInSeconds.incident;
      await transact(redis, (transaction) => {
        transaction.set(summaryKey(summary.id), record, "EX", seconds);
        if (summary.endedAtMs === undefined)
          transaction.set(stormKey(summary.channelId), record, "EX", seconds);
        else transaction.del(stormKey(summary.channelId));
      });
    },
    /** The ids of new incidents of a channel that no message shows yet, at most `most`, in any order. */
    waitingNew: (channelId: string, most: number) =>
      reachingRedis(() => redis.srandmember(newKey(channelId), most)),
    /** The changed incidents among the first `most` items of the outbox that a summary shows. */
    changedMembers: async (channelId: string, most: number) =>
      Changed.parse(await reachingRedis(() => changedScript(redis, keysOf({ id: "", channelId }), [most]))),
    /**
     * Takes incidents out of the outbox into a summary and returns how many. Incidents stay that changed since they
     * were read or may have a message already.
     */
    async absorb(
      summary: StormSummary,
      incidents: readonly Incident[],
      { dueMs, end }: AbsorbPlan,
    ): Promise<number> {
      if (incidents.length === 0) return 0;
      const { id, channelId } = summary;
      const records = incidents.flatMap((incident) => [
        keys.incident(workspaceId, incident.id),
        keys.shown(workspaceId, incident.id),
      ]);
      const facts = incidents.flatMap((incident) => [
        incident.id,
        incident.revision,
        JSON.stringify(memberOf(incident)),
      ]);
      const kept = end ? [JSON.stringify(summary), end.itemId, end.atMs] : ["", "", ""];
      const args = [id, ttlInSeconds.incident, channelId, dueMs, ...kept, ...facts];
      return Number(await reachingRedis(() => absorbScript(redis, [...keysOf(summary), ...records], args)));
    },
    /** Gives incidents of a summary messages of their own. */
    async release(summary: SummaryRef, incidentIds: readonly string[], nowMs: number): Promise<void> {
      const args = [newsScore(nowMs), summary.channelId, ...incidentIds];
      await activate();
      await reachingRedis(() => releaseScript(redis, keysOf(summary), args));
    },
    /** Removes incidents that moved elsewhere and returns how many are left. Deletes an empty summary. */
    withdraw: async (summary: SummaryRef, incidentIds: readonly string[]) =>
      Number(await reachingRedis(() => withdrawScript(redis, keysOf(summary), [summary.id, ...incidentIds]))),
    /**
     * Puts a summary or the check for its end into the outbox. "later" also moves an item that is there already;
     * "soonest" only brings it forward.
     */
    async schedule(
      channelId: string,
      itemId: string,
      atMs: number,
      which: "soonest" | "later",
    ): Promise<void> {
      await activate();
      await transact(redis, (transaction) => {
        transaction.sadd(keys.outboxes(workspaceId), channelId);
        if (which === "soonest") transaction.zadd(outboxKey(channelId), "LT", atMs, itemId);
        else transaction.zadd(outboxKey(channelId), atMs, itemId);
      });
    },
    /** Moves the due ones of these items to the head of the outbox; false if none is due. */
    async putFirst(channelId: string, itemIds: readonly string[], nowMs: number): Promise<boolean> {
      const args = [nowMs, atOnce, ...itemIds];
      return (await reachingRedis(() => firstScript(redis, keysOf({ id: "", channelId }), args))) === 1;
    },
  };
}
