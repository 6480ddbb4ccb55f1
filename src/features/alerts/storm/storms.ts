import { z } from "zod";
import { eventLoopYielder } from "../../../lib/event-loop.ts";
import { activator } from "../../../platform/jobs/due.ts";
import { atOnce, newsScore } from "../../../platform/jobs/outbox/shown.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord, tryRecord } from "../../../platform/redis/record.ts";
import { script, transact } from "../../../platform/redis/script.ts";
import { Severity } from "../incident/event-record.ts";
import { Incident } from "../incident/record.ts";

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

// KEYS of all these scripts: outbox, new, events, summaries of the outbox, members, summary, storm, outboxes.

/**
 * Takes incidents out of the outbox into a storm summary. KEYS go on with the record and the shown message of each
 * incident. ARGV: summary id, seconds, channel, when the summary is due, its record ("" if unchanged), the item that
 * ends the storm, when that is due; then for each incident its id, revision and member record. Returns how many it
 * took.
 */
const absorbScript = script(`
local absorbed = 0
for i = 9, #KEYS, 2 do
  local at = 8 + (i - 9) / 2 * 3
  local id = ARGV[at]
  local revision = string.match(redis.call("GET", KEYS[i]) or "", '"revision":(%d+)')
  local shown = redis.call("GET", KEYS[i + 1])
  -- A claimed incident may be in the channel already. Then its own message must go on changing.
  local isClaimed = shown and cjson.decode(shown).claim and redis.call("HEXISTS", KEYS[4], id) == 0
  if revision == ARGV[at + 1] and not isClaimed then
    absorbed = absorbed + 1
    redis.call("HSET", KEYS[5], id, ARGV[at + 2])
    redis.call("HSET", KEYS[4], id, ARGV[1])
    redis.call("ZREM", KEYS[1], id)
    redis.call("SREM", KEYS[2], id)
    local events = redis.call("HGET", KEYS[3], id)
    if events then
      redis.call("HDEL", KEYS[3], id)
      redis.call("HINCRBY", KEYS[3], ARGV[1], events)
    end
  end
end
if absorbed == 0 then return 0 end
if ARGV[5] ~= "" then
  redis.call("SET", KEYS[6], ARGV[5])
  redis.call("SET", KEYS[7], ARGV[5], "EX", ARGV[2])
  redis.call("ZADD", KEYS[1], ARGV[7], ARGV[6])
end
redis.call("ZADD", KEYS[1], "LT", ARGV[4], ARGV[1])
redis.call("SADD", KEYS[8], ARGV[3])
for i = 4, 6 do redis.call("EXPIRE", KEYS[i], ARGV[2]) end
return absorbed
`);

/** Gives incidents of a summary messages of their own. ARGV: time, channel, ids. */
const releaseScript = script(`
for i = 3, #ARGV do
  redis.call("HDEL", KEYS[4], ARGV[i])
  redis.call("HDEL", KEYS[5], ARGV[i])
  redis.call("ZADD", KEYS[1], "LT", ARGV[1] + i / 1000, ARGV[i])
  redis.call("SADD", KEYS[2], ARGV[i])
end
redis.call("SADD", KEYS[8], ARGV[2])
return 1
`);

/** Removes incidents from a summary, and an empty summary. ARGV: summary id, ids. Returns how many are left. */
const withdrawScript = script(`
for i = 2, #ARGV do
  redis.call("HDEL", KEYS[4], ARGV[i])
  redis.call("HDEL", KEYS[5], ARGV[i])
end
local left = redis.call("HLEN", KEYS[5])
if left > 0 then return left end
redis.call("DEL", KEYS[6])
local storm = redis.call("GET", KEYS[7])
if storm and cjson.decode(storm).id == ARGV[1] then redis.call("DEL", KEYS[7]) end
return 0
`);

/** Finds outbox items that a summary shows. ARGV: how many items to check. Returns pairs of item id and summary id. */
const changedScript = script(`
local ids = redis.call("ZRANGE", KEYS[1], 0, ARGV[1] - 1)
if #ids == 0 then return {} end
local summaries = redis.call("HMGET", KEYS[4], unpack(ids))
local found = {}
for i, id in ipairs(ids) do
  if summaries[i] then found[#found + 1] = { id, summaries[i] } end
end
return found
`);

/** Moves due items to the head of the outbox. ARGV: time, score of the head, ids. Returns 1 if any is due. */
const firstScript = script(`
local found = 0
for i = 3, #ARGV do
  local score = redis.call("ZSCORE", KEYS[1], ARGV[i])
  if score and tonumber(score) <= tonumber(ARGV[1]) then
    redis.call("ZADD", KEYS[1], ARGV[2], ARGV[i])
    found = 1
  end
end
return found
`);

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
