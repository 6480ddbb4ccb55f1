import type { Redis } from "ioredis";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { readRecord, recordReader, tryRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { Hook } from "./record.ts";
import { sha1Hex } from "../../../lib/hash.ts";
import { removeHook } from "./delete.ts";

/** A hook at one moment. */
export interface HookVersion {
  hook: Hook;
  /** SHA-1 of its record, in hex. */
  version: string;
}

/** A workspace's alert hooks; their names are told apart without case and runs of spaces. */
export interface Hooks {
  /** The oldest first; without those that cannot be read, say of a newer version. */
  list(): Promise<Hook[]>;
  /** Undefined where it was deleted, or never was. */
  find(id: string): Promise<Hook | undefined>;
  /** The same with what tells it from what it was, or becomes. */
  findVersion(id: string): Promise<HookVersion | undefined>;
  findByName(name: string): Promise<Hook | undefined>;
  /** Fails as conflict where its name is taken. */
  add(hook: Hook): Promise<void>;
  /** Changes a hook as it is at that moment, whoever else does; answers it changed, undefined where it was deleted. */
  change(id: string, change: (present: Hook) => Hook): Promise<Hook | undefined>;
  /** Deletes it with all that waits for it; what it was sent and is not worked in counts as suppressed. False where it was gone before. */
  remove(id: string): Promise<boolean>;
}

// Changes a hook only if nobody did meanwhile.
const replaceUnchanged = `
if redis.call("HGET", KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[3])
return 1
`;

// Adds a hook only if none was added since the names were looked at.
const addToSameNumber = `
if redis.call("HLEN", KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call("HSET", KEYS[1], ARGV[2], ARGV[3])
return 1
`;

/** Each alert is worked in and shown with its hook, which seldom changes; as many are not read anew each time. */
const mostKnown = 1_000;

/** The workspaces that have, or had, alert hooks. */
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

  async function change(id: string, changed: (present: Hook) => Hook): Promise<Hook | undefined> {
    for (;;) {
      const stored = await redis.hget(key, id);
      if (stored === null) return undefined;
      const next = changed(read(stored));
      const done = await redis.eval(replaceUnchanged, 1, key, id, stored, JSON.stringify(next));
      if (done === 1) return next;
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
    change: (id, changed) => reachingRedis(() => change(id, changed)),
    remove: (id) => reachingRedis(() => removeHook(redis, workspaceId, id)),
  };
}

/** One broken record must not hide all others. */
function readable(stored: readonly string[]): Hook[] {
  return stored.map((record) => tryRecord(Hook, record)).filter((hook) => hook !== undefined);
}
