import type { Redis } from "ioredis";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { readRecord, recordReader, tryRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { changeField } from "../../../platform/redis/change-field.ts";
import { Hook } from "./record.ts";
import { sha1Hex } from "../../../lib/hash.ts";
import { removeHook } from "./delete.ts";

/** A hook at one moment. */
export interface HookVersion {
  hook: Hook;
  /** SHA-1 of its record, in hex. */
  version: string;
}

/** A workspace's alert hooks. Names that differ only in case or in runs of spaces count as equal. */
export interface Hooks {
  /** The oldest first, without records that cannot be read, such as those of a newer version. */
  list(): Promise<Hook[]>;
  /** Undefined if there is no such hook. */
  find(id: string): Promise<Hook | undefined>;
  /** The hook with the version of its record. */
  findVersion(id: string): Promise<HookVersion | undefined>;
  findByName(name: string): Promise<Hook | undefined>;
  /** Fails as conflict if its name is taken. */
  add(hook: Hook): Promise<void>;
  /** Changes a hook atomically; undefined if it was deleted. `change` may run several times. */
  change(id: string, change: (present: Hook) => Hook): Promise<Hook | undefined>;
  /** Deletes a hook and its inbox; false if it was gone. Its events that were not ingested yet count as suppressed. */
  remove(id: string): Promise<boolean>;
}

// Adds a hook only if the number of hooks is still the same as when the names were read.
const addToSameNumber = `
if redis.call("HLEN", KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call("HSET", KEYS[1], ARGV[2], ARGV[3])
return 1
`;

/** How many parsed records to keep. Each alert needs its hook, which seldom changes. */
const mostKnown = 1_000;

/** The ids of all workspaces that have or had alert hooks. */
export function alertingWorkspaces(redis: Redis): Promise<string[]> {
  return reachingRedis(() => redis.smembers(keys.alertingWorkspaces));
}

/** The alert hooks of one workspace in Redis: a hash from id to record. */
export function hooks(redis: Redis, workspaceId: string): Hooks {
  const key = keys.hooks(workspaceId);
  const read = (stored: string) => readRecord(Hook, stored, key);
  const readAgain = recordReader(Hook, key, mostKnown);

  async function list(): Promise<Hook[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    return readable(stored).toSorted(
      (a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id),
    );
  }

  async function add(hook: Hook): Promise<void> {
    await redis.sadd(keys.alertingWorkspaces, workspaceId);
    for (;;) {
      const stored = await redis.hvals(key);
      if (readable(stored).some(({ name }) => foldName(name) === foldName(hook.name)))
        throw new AppError("conflict", `There is a hook “${hook.name}” already. Choose another name.`);
      const added = await redis.eval(addToSameNumber, 1, key, stored.length, hook.id, JSON.stringify(hook));
      if (added === 1) return;
    }
  }

  return {
    list,
    async find(id) {
      const stored = await reachingRedis(() => redis.hget(key, id));
      return stored === null ? undefined : readAgain(stored);
    },
    async findVersion(id) {
      const stored = await reachingRedis(() => redis.hget(key, id));
      return stored === null ? undefined : { hook: read(stored), version: sha1Hex(stored) };
    },
    async findByName(name) {
      return (await list()).find((hook) => foldName(hook.name) === foldName(name));
    },
    add: (hook) => reachingRedis(() => add(hook)),
    change: (id, change) =>
      reachingRedis(() =>
        changeField(redis, { key, field: id, read }, (present) => present && change(present)),
      ),
    remove: (id) => reachingRedis(() => removeHook(redis, workspaceId, id)),
  };
}

/** One broken record must not hide all others. */
function readable(stored: readonly string[]): Hook[] {
  return stored.flatMap((record) => tryRecord(Hook, record) ?? []);
}
