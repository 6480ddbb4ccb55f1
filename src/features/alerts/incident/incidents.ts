import type { z } from "zod";
import { eventLoopYielder } from "../../../lib/event-loop.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord, readableRecords, tryRecord } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import type { AlertOrigin } from "./event-record.ts";
import { type IngestCommit, commitIngest } from "../ingest/commit.ts";
import { linkedIds, linkedOf } from "../linked/links.ts";
import { dayMs } from "../../../lib/duration.ts";
import type { KeptMessageRef } from "../../../platform/jobs/messenger.ts";
import { Shown, TraceEntry } from "../../../platform/jobs/outbox/shown.ts";
import { Incident, hashOfKey, recentKey } from "./record.ts";

// KEYS: the lists of recent incidents. ARGV: key prefixes of shown messages, of storm summaries, of their members and
// of the summaries by channel; seconds to keep shown messages, and all else; then for each incident its id and channel.
const prolongScript = script(`
local shown, summary, members, channels, shownSeconds, seconds = unpack(ARGV, 1, 6)
for _, key in ipairs(KEYS) do redis.call("EXPIRE", key, seconds) end
for i = 7, #ARGV, 2 do
  local id, ofChannel = ARGV[i], channels .. ARGV[i + 1]
  redis.call("EXPIRE", shown .. id, shownSeconds)
  local inSummary = redis.call("HGET", ofChannel, id)
  if inSummary then
    redis.call("EXPIRE", ofChannel, seconds)
    redis.call("EXPIRE", summary .. inSummary, seconds)
    redis.call("EXPIRE", members .. inSummary, seconds)
    redis.call("EXPIRE", shown .. inSummary, shownSeconds)
  end
end
return 1
`);

/** Extends the lifetime of what belongs to open incidents: their shown messages, summaries and lists. */
async function prolongIncidents(
  redis: RedisClient,
  workspaceId: string,
  open: readonly Pick<Incident, "id" | "channelId" | "latest">[],
): Promise<void> {
  if (open.length === 0) return;
  const lists = open.flatMap(({ latest }) => recentKey(workspaceId, latest.origin ?? {}) ?? []);
  const prefixes = [keys.shown, keys.stormSummary, keys.stormMembers, keys.outboxSummaries].map((key) =>
    key(workspaceId, ""),
  );
  const items = open.flatMap(({ id, channelId }) => [id, channelId]);
  const args = [...prefixes, ttlInSeconds.shown, ttlInSeconds.incident, ...items];
  await reachingRedis(() => prolongScript(redis, [...new Set(lists)], args));
}

/** An open incident gets a tick at least this often, to extend the lifetime of what belongs to it. */
export const checkEveryMs = 7 * dayMs;

/**
 * The incidents of one workspace in Redis. They are kept while open and then for 30 days. Only the ingestion changes
 * them.
 */
export function incidents(redis: RedisClient, workspaceId: string) {
  const keyOf = (id: string) => keys.incident(workspaceId, id);

  async function each(ids: readonly string[]): Promise<(Incident | undefined)[]> {
    if (ids.length === 0) return [];
    const stored = await reachingRedis(() => redis.mget(...ids.map(keyOf)));
    const found: (Incident | undefined)[] = [];
    // Senders wait for their answers meanwhile, so yield to the event loop.
    const yieldIfLong = eventLoopYielder();
    for (const record of stored) {
      found.push(record === null ? undefined : tryRecord(Incident, record));
      await yieldIfLong();
    }
    return found;
  }

  const read = (id: string, stored: string) => readRecord(Incident, stored, keyOf(id));

  return {
    /** Reads a stored record. */
    read,
    async find(id: string): Promise<Incident | undefined> {
      const stored = await reachingRedis(() => redis.get(keyOf(id)));
      return stored === null ? undefined : read(id, stored);
    },
    /** The incidents with these ids that are still kept, in this order. */
    many: async (ids: readonly string[]) => (await each(ids)).filter((incident) => incident !== undefined),
    /** The present or last incident for each of these keys of a hook. */
    async presentOf(hookId: string, keysOfIncidents: readonly string[]): Promise<(Incident | undefined)[]> {
      if (keysOfIncidents.length === 0) return [];
      const pointers = keysOfIncidents.map((key) =>
        keys.presentIncident(workspaceId, hookId, hashOfKey(key)),
      );
      const ids = await reachingRedis(() => redis.mget(...pointers));
      const known = await each(ids.filter((id) => id !== null));
      const byId = new Map(known.map((incident) => [incident?.id, incident]));
      return ids.map((id) => (id === null ? undefined : byId.get(id)));
    },
    /** The ids of a hook's open incidents, the last seen first. */
    open: (hookId: string) =>
      reachingRedis(() => redis.zrevrange(keys.openIncidents(workspaceId, hookId), 0, -1)),
    /** The ids of incidents with a timer due by a time, the earliest first. */
    due: (hookId: string, byMs: number, most: number) =>
      reachingRedis(() =>
        redis.zrangebyscore(keys.incidentTimers(workspaceId, hookId), "-inf", byMs, "LIMIT", 0, most),
      ),
    /** Keeps what belongs to open incidents as long as the incidents: their shown messages and summaries. */
    prolong: (open: readonly Incident[]) => prolongIncidents(redis, workspaceId, open),
    /** The ids of the latest incidents of each origin, at most 50 each, the newest first, without tests. */
    recentOf: (origins: readonly AlertOrigin[]): Promise<string[][]> =>
      reachingRedis(() =>
        Promise.all(
          origins.map(async (origin) => {
            const key = recentKey(workspaceId, origin);
            return key === undefined ? [] : redis.zrevrange(key, 0, -1);
          }),
        ),
      ),
    /** The message of each incident, or of the storm summary that shows it; undefined if none is posted yet. */
    messagesOf: (some: readonly Pick<Incident, "id" | "channelId">[]) =>
      reachingRedis(() => messagesOf(redis, workspaceId, some)),
    /** The other open incidents of its service that began at about the same time. */
    linked: (incident: Incident) => linkedOf(redis, workspaceId, incident),
    /** These others themselves, the first one first. */
    linkedTo: async (incident: Incident) =>
      (await each(await linkedIds(redis, workspaceId, incident))).filter((other) => other !== undefined),
    /** The steps of an incident from its sender to Slack, the oldest first. */
    async trace(id: string): Promise<TraceEntry[]> {
      const stored = await reachingRedis(() => redis.lrange(keys.incidentTrace(workspaceId, id), 0, -1));
      return readableRecords(TraceEntry, stored);
    },
    /** Stores the result of ingesting a part of an inbox; false if another process ingested that part meanwhile. */
    commit: (commit: IngestCommit) => commitIngest(redis, workspaceId, commit),
  };
}

function messagesOf(
  redis: RedisClient,
  workspaceId: string,
  incidents: readonly Pick<Incident, "id" | "channelId">[],
): Promise<(z.output<typeof KeptMessageRef> | undefined)[]> {
  const rootOf = async (itemId: string) => {
    const stored = await redis.get(keys.shown(workspaceId, itemId));
    return stored === null ? undefined : tryRecord(Shown, stored)?.root;
  };
  return Promise.all(
    incidents.map(async ({ id, channelId }) => {
      const summaryId = await redis.hget(keys.outboxSummaries(workspaceId, channelId), id);
      return rootOf(summaryId ?? id);
    }),
  );
}
