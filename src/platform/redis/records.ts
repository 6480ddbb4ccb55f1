import type { z } from "zod";
import type { AppError } from "../../lib/errors.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";
import { readRecord, tryRecord } from "./record.ts";
import { script } from "./script.ts";

/** A kind of record that people change: how a workspace keeps it in Redis. */
export interface Kept<R> {
  schema: z.ZodType<R>;
  /** Where a workspace has them: a hash from id to record. */
  key(this: void, workspaceId: string): string;
  /** The id of the only one. Its key then holds the record itself. */
  only?: string;
  /** The field of an id. By default the id itself. */
  field?(this: void, id: string): string;
  /** The most of them, and what one more fails as. */
  most?: { count: number; error(this: void): AppError };
  /** The hash of what they belong to, by the same ids. One of a thing that is gone isn't kept, and fails as this. */
  within?: { key(this: void, workspaceId: string): string; error(this: void, id: string): AppError };
  /** One that can't be read is a bug. Lists leave a "hidden" one out, and a "missing" one counts as not there. */
  unreadable?: "hidden" | "missing";
}

/** What there was before a change, and what there is now. */
export interface Changed<R> {
  before: R | undefined;
  after: R | undefined;
}

/** Fails for a change that is refused. */
export type CheckChange<R> = (field: string, before: R | undefined, after: R | undefined) => void;

/** The records of one kind in one workspace. */
export interface Records<R> {
  /** Undefined if there is none. */
  of(id: string): Promise<R | undefined>;
  /** All of them by field, or those that can be read. */
  all(which?: "readable"): Promise<ReadonlyMap<string, R>>;
  /**
   * Changes one as it is at that moment: adds it, replaces it, or removes it for undefined. `change` may run several
   * times. The same record again writes nothing.
   */
  change(id: string, change: (present: R | undefined) => R | undefined): Promise<Changed<R>>;
  /** Replaces one or removes it, whatever there is, and even what can't be read. */
  set(id: string, next: R | undefined): Promise<void>;
  /** The same records, with each change checked first. */
  checkedBy(checking: () => Promise<CheckChange<R>>): Records<R>;
}

// The only record of a key has no field. A missing record counts as "".
const swap = script(`
local field, before, after, most = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local isOnly = field == ""
if KEYS[2] and redis.call("HEXISTS", KEYS[2], field) == 0 then return "gone" end
local stored
if isOnly then stored = redis.call("GET", KEYS[1]) else stored = redis.call("HGET", KEYS[1], field) end
if (stored or "") ~= before then return "changed" end
if after == "" then
  if isOnly then redis.call("DEL", KEYS[1]) else redis.call("HDEL", KEYS[1], field) end
  return "done"
end
if most and not stored and redis.call("HLEN", KEYS[1]) >= most then return "full" end
if isOnly then redis.call("SET", KEYS[1], after) else redis.call("HSET", KEYS[1], field, after) end
return "done"`);

/** The records of one workspace in Redis. */
export function records<R>(kept: Kept<R>, redis: RedisClient, workspaceId: string): Records<R> {
  const { schema, only, field: fieldOf = (id) => id, most, within, unreadable } = kept;
  const key = kept.key(workspaceId);
  const redisKeys = within ? [key, within.key(workspaceId)] : [key];
  const isOnly = only !== undefined;

  function read(stored: string | null): R | undefined {
    if (stored === null) return undefined;
    return unreadable === "missing" ? tryRecord(schema, stored) : readRecord(schema, stored, key);
  }

  const storedAt = (id: string) => (isOnly ? redis.get(key) : redis.hget(key, fieldOf(id)));

  async function all(which?: "readable"): Promise<ReadonlyMap<string, R>> {
    const stored = await reachingRedis(async () => {
      if (!isOnly) return redis.hgetall(key);
      const text = await redis.get(key);
      return text === null ? {} : { [only]: text };
    });
    const readOne = (which ?? unreadable) ? tryRecord : readRecord;
    const found = Object.entries(stored).flatMap(([field, text]) => {
      const record = readOne(schema, text, key);
      return record === undefined ? [] : [[field, record] as const];
    });
    return new Map(found);
  }

  /** Writes what `next` makes of the stored text. Undefined writes nothing, and "" removes. */
  const write = (id: string, next: (text: string | null) => string | undefined): Promise<void> =>
    reachingRedis(async () => {
      for (;;) {
        const text = await storedAt(id);
        const after = next(text);
        if (after === undefined) return;
        const args = [isOnly ? "" : fieldOf(id), text ?? "", after, most?.count ?? ""];
        const answer = await swap(redis, redisKeys, args);
        if (answer === "gone" && within) throw within.error(id);
        if (answer === "full" && most) throw most.error();
        if (answer === "done") return;
      }
    });

  function checkedBy(checking: (() => Promise<CheckChange<R>>) | undefined): Records<R> {
    const change: Records<R>["change"] = async (id, changeOne) => {
      const check = await checking?.();
      let changed: Changed<R> = { before: undefined, after: undefined };
      await write(id, (text) => {
        const before = read(text);
        const after = changeOne(before);
        changed = { before, after };
        if (after === before) return undefined;
        check?.(only ?? fieldOf(id), before, after);
        return after === undefined ? "" : JSON.stringify(after);
      });
      return changed;
    };
    return {
      of: async (id) => read(await reachingRedis(() => storedAt(id))),
      all,
      change,
      set: checking
        ? async (id, next) => void (await change(id, () => next))
        : (id, next) => write(id, () => (next === undefined ? "" : JSON.stringify(next))),
      checkedBy,
    };
  }

  return checkedBy(undefined);
}

/** The only record of its kind in one workspace. */
export interface OnlyRecord<R> extends Records<R> {
  /** Undefined if there is none. */
  find(): Promise<R | undefined>;
}

/** The only record of its kind of one workspace in Redis. */
export function onlyRecord<R>(
  kept: Kept<R> & { only: string },
  redis: RedisClient,
  workspaceId: string,
): OnlyRecord<R> {
  const one = records(kept, redis, workspaceId);
  return { ...one, find: () => one.of(kept.only) };
}
