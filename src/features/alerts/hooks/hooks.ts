import type { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { changeField, readRecord, readableRecords, recordReader } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import { type Hook, type KeptHookPart, hookRecord } from "./record.ts";
import { nameTaken } from "./texts.ts";
import { sha1Hex } from "../../../lib/hash.ts";

/** A hook, and the SHA-1 of its record in hex. */
export interface HookVersion {
  hook: Hook;
  version: string;
}

// Adds a hook only if the number of hooks is still the same as when the names were read.
const addToSameNumber = script(`
if redis.call("HLEN", KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call("HSET", KEYS[1], ARGV[2], ARGV[3])
return 1
`);

/** How many parsed records to keep. Each alert needs its hook, which seldom changes. */
const mostKnown = 5_000;

/** The ids of all workspaces that have or had alert hooks. */
export function alertingWorkspaces(redis: RedisClient): Promise<string[]> {
  return reachingRedis(() => redis.smembers(keys.alertingWorkspaces));
}

/**
 * The alert hooks of one workspace in Redis: a hash from id to record. Names that differ only in case or in runs of
 * spaces count as equal.
 */
export function hooks(redis: RedisClient, workspaceId: string, parts: readonly KeptHookPart[]) {
  const key = keys.hooks(workspaceId);
  const Record: z.ZodType<Hook> = hookRecord(parts);
  const read = (stored: string) => readRecord(Record, stored, key);
  const readAgain = recordReader(Record, key, mostKnown);

  /** The oldest first, without records that cannot be read, such as those of a newer version. */
  async function list(): Promise<Hook[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    return readableRecords(Record, stored).toSorted(
      (a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id),
    );
  }

  async function add(hook: Hook): Promise<void> {
    await redis.sadd(keys.alertingWorkspaces, workspaceId);
    for (;;) {
      const stored = await redis.hvals(key);
      if (readableRecords(Record, stored).some(({ name }) => foldName(name) === foldName(hook.name)))
        throw new AppError("conflict", nameTaken(hook.name));
      const added = await addToSameNumber(redis, [key], [stored.length, hook.id, JSON.stringify(hook)]);
      if (added === 1) return;
    }
  }

  return {
    list,
    /** Reads a stored record. Do not change its result. */
    read: readAgain,
    /** Undefined for an unknown hook. */
    async find(id: string): Promise<Hook | undefined> {
      const stored = await reachingRedis(() => redis.hget(key, id));
      return stored === null ? undefined : readAgain(stored);
    },
    async findVersion(id: string): Promise<HookVersion | undefined> {
      const stored = await reachingRedis(() => redis.hget(key, id));
      return stored === null ? undefined : { hook: read(stored), version: sha1Hex(stored) };
    },
    async findByName(name: string): Promise<Hook | undefined> {
      return (await list()).find((hook) => foldName(hook.name) === foldName(name));
    },
    /** Fails as conflict if its name is taken. */
    add: (hook: Hook): Promise<void> => reachingRedis(() => add(hook)),
    /** Changes a hook atomically; undefined if it was deleted. `change` may run several times. */
    change: (id: string, change: (present: Hook) => Hook): Promise<Hook | undefined> =>
      reachingRedis(() =>
        changeField(redis, { key, field: id, read }, (present) => present && change(present)),
      ),
    /** Deletes a hook and its inbox; false if it was gone. Its events that were not ingested yet count as suppressed. */
    remove: (id: string): Promise<boolean> => reachingRedis(() => removeHook(redis, workspaceId, id, parts)),
  };
}

/** A workspace's alert hooks. */
export type Hooks = ReturnType<typeof hooks>;

// Counts what waits in the inbox before it goes. Moves the cursor, so the commit of an ingestion under way fails. After the
// ninth key come hashes with a field of the hook, ARGV[2] of them, and then keys of the hook alone.
const removeAll = script(`
if redis.call("HDEL", KEYS[1], ARGV[1]) == 0 then return 0 end
local waiting = 0
for _, entry in ipairs(redis.call("LRANGE", KEYS[2], 0, -1)) do
  if not string.find(entry, '{"kind":"action"', 1, true) then waiting = waiting + 1 end
end
for _, latest in ipairs(redis.call("HVALS", KEYS[3])) do
  waiting = waiting + tonumber(string.match(latest, "^%d+") or 0)
end
if waiting > 0 then redis.call("HINCRBY", KEYS[4], "suppressed:hook deleted", waiting) end
redis.call("INCRBY", KEYS[5], redis.call("LLEN", KEYS[2]) + 1)
redis.call("EXPIRE", KEYS[5], 3600)
redis.call("SREM", KEYS[6], ARGV[1])
redis.call("DEL", KEYS[2], KEYS[3], KEYS[7], KEYS[8], KEYS[9])
local hashes = 9 + tonumber(ARGV[2])
for i = 10, hashes do redis.call("HDEL", KEYS[i], ARGV[1]) end
for i = hashes + 1, #KEYS do redis.call("DEL", KEYS[i]) end
return 1
`);

/** Deletes a hook and all that belongs to it alone, in one step; false if it was gone. Its incidents stay. */
async function removeHook(
  redis: RedisClient,
  workspaceId: string,
  hookId: string,
  parts: readonly KeptHookPart[],
): Promise<boolean> {
  const kept = parts.flatMap((part) => part.kept?.(workspaceId, hookId) ?? []);
  const hashes = [keys.hookRates(workspaceId), ...kept.flatMap((each) => each.hashes ?? [])];
  const touched = [
    keys.hooks(workspaceId),
    keys.inbox(workspaceId, hookId),
    keys.flood(workspaceId, hookId),
    keys.alertCounts(workspaceId),
    keys.inboxCursor(workspaceId, hookId),
    keys.fullInboxes(workspaceId),
    keys.openIncidents(workspaceId, hookId),
    keys.incidentTimers(workspaceId, hookId),
    keys.eventLog(workspaceId, hookId),
    ...hashes,
    ...kept.flatMap((each) => each.keys ?? []),
  ];
  return (await removeAll(redis, touched, [hookId, hashes.length])) === 1;
}
