import type { Redis } from "ioredis";
import { breather } from "../../lib/breather.ts";
import { keys, ttlInSeconds } from "../keys.ts";
import { readRecord, tryRecord } from "../record.ts";
import { reachingRedis } from "../redis.ts";
import type { Incident } from "./incident.ts";
import { atOnce, newsScore } from "./lane-score.ts";
import { Digest, DigestMember, memberOf } from "./storm.ts";

/** The storms of a workspace's channels, and their digests, which are kept for 30 days. */
export interface Storms {
  /** The digest of the storm that a channel is in. */
  present(channelId: string): Promise<Digest | undefined>;
  digest(digestId: string): Promise<Digest | undefined>;
  members(digestId: string): Promise<DigestMember[]>;
  /** Keeps a digest; it is the channel's present one as long as it has not ended. */
  save(digest: Digest): Promise<void>;
  /** Ids of incidents of the channel that no message shows yet, in any order. */
  waitingNew(channelId: string, most: number): Promise<string[]>;
  /** Incidents near the head of the lane that a digest shows, which is to be told of their change. */
  changedMembers(channelId: string, most: number): Promise<{ incidentId: string; digestId: string }[]>;
  /** Takes incidents, as they are, out of the lane into a digest; those that changed since they were read stay. */
  absorb(digest: Digest, incidents: readonly Incident[]): Promise<void>;
  /** Gives incidents of a digest messages of their own. */
  release(digest: Digest, incidentIds: readonly string[], nowMs: number): Promise<void>;
  /** Puts an item of the storm's own into the lane, to be looked at by then; "later" moves it on, "soonest" does not. */
  schedule(channelId: string, itemId: string, atMs: number, which: "soonest" | "later"): Promise<void>;
  /** Puts those of these items of a lane that are due ahead of all news; false where none is. */
  putFirst(channelId: string, itemIds: readonly string[], nowMs: number): Promise<boolean>;
}

// KEYS: lane, new, events, digests of the lane, members. ARGV: digest id, seconds, then three an incident: id, revision,
// in short. The incident's own key is beside KEYS[6..].
const absorbScript = `
for i = 6, #KEYS do
  local at = 3 + (i - 6) * 3
  local id = ARGV[at]
  local revision = string.match(redis.call("GET", KEYS[i]) or "", '"revision":(%d+)')
  if revision == ARGV[at + 1] then
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
redis.call("EXPIRE", KEYS[4], ARGV[2])
redis.call("EXPIRE", KEYS[5], ARGV[2])
return 1
`;

// KEYS: lane, new, digests of the lane, members, lanes. ARGV: time, channel, ids.
const releaseScript = `
for i = 3, #ARGV do
  redis.call("HDEL", KEYS[3], ARGV[i])
  redis.call("HDEL", KEYS[4], ARGV[i])
  redis.call("ZADD", KEYS[1], "LT", ARGV[1] + i / 1000, ARGV[i])
  redis.call("SADD", KEYS[2], ARGV[i])
end
redis.call("SADD", KEYS[5], ARGV[2])
return 1
`;

// KEYS: lane. ARGV: time, score of what comes first, ids.
const firstScript = `
local found = 0
for i = 3, #ARGV do
  local score = redis.call("ZSCORE", KEYS[1], ARGV[i])
  if score and tonumber(score) <= tonumber(ARGV[1]) then
    redis.call("ZADD", KEYS[1], ARGV[2], ARGV[i])
    found = 1
  end
end
return found
`;

// KEYS: lane, digests of the lane. ARGV: how many to look at.
const changedScript = `
local ids = redis.call("ZRANGE", KEYS[1], 0, ARGV[1] - 1)
if #ids == 0 then return {} end
local digests = redis.call("HMGET", KEYS[2], unpack(ids))
local found = {}
for i, id in ipairs(ids) do
  if digests[i] then
    found[#found + 1] = id
    found[#found + 1] = digests[i]
  end
end
return found
`;

/** The storms of one workspace in Redis. */
export function storms(redis: Redis, workspaceId: string): Storms {
  const laneKey = (channelId: string) => keys.lane(workspaceId, channelId);
  const newKey = (channelId: string) => keys.laneNew(workspaceId, channelId);
  const digestsKey = (channelId: string) => keys.laneDigests(workspaceId, channelId);
  const membersKey = (digestId: string) => keys.digestMembers(workspaceId, digestId);

  async function readDigest(key: string): Promise<Digest | undefined> {
    const stored = await reachingRedis(() => redis.get(key));
    return stored === null ? undefined : readRecord(Digest, stored, key);
  }

  return {
    present: (channelId) => readDigest(keys.storm(workspaceId, channelId)),
    digest: (digestId) => readDigest(keys.digest(workspaceId, digestId)),
    async members(digestId) {
      const stored = await reachingRedis(() => redis.hvals(membersKey(digestId)));
      const members: DigestMember[] = [];
      // There may be ten thousand, and senders wait for their answers meanwhile.
      const breathe = breather();
      for (const record of stored) {
        const member = tryRecord(DigestMember, record);
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
        redis.eval(changedScript, 2, laneKey(channelId), digestsKey(channelId), most),
      );
      return pairsOf(found);
    },
    async absorb({ id, channelId }, incidents) {
      if (incidents.length === 0) return;
      const own = [laneKey(channelId), newKey(channelId), keys.laneEvents(workspaceId, channelId)];
      const all = [
        ...own,
        digestsKey(channelId),
        membersKey(id),
        ...incidents.map((incident) => keys.incident(workspaceId, incident.id)),
      ];
      const facts = incidents.flatMap((incident) => [
        incident.id,
        incident.revision,
        JSON.stringify(memberOf(incident)),
      ]);
      await reachingRedis(() =>
        redis.eval(absorbScript, all.length, ...all, id, ttlInSeconds.incident, ...facts),
      );
    },
    async release({ id, channelId }, incidentIds, nowMs) {
      const own = [laneKey(channelId), newKey(channelId), digestsKey(channelId), membersKey(id)];
      const lanes = keys.lanes(workspaceId);
      await reachingRedis(() =>
        redis.eval(releaseScript, 5, ...own, lanes, newsScore(nowMs), channelId, ...incidentIds),
      );
    },
    async schedule(channelId, itemId, atMs, which) {
      const transaction = redis.multi().sadd(keys.lanes(workspaceId), channelId);
      if (which === "soonest") transaction.zadd(laneKey(channelId), "LT", atMs, itemId);
      else transaction.zadd(laneKey(channelId), atMs, itemId);
      await reachingRedis(() => transaction.exec());
    },
    async putFirst(channelId, itemIds, nowMs) {
      const args = [nowMs, atOnce, ...itemIds];
      return (await reachingRedis(() => redis.eval(firstScript, 1, laneKey(channelId), ...args))) === 1;
    },
  };
}

function pairsOf(found: unknown): { incidentId: string; digestId: string }[] {
  const words = Array.isArray(found) ? found.map(String) : [];
  return words.flatMap((incidentId, index) =>
    index % 2 === 0 ? [{ incidentId, digestId: words[index + 1] ?? "" }] : [],
  );
}
