import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { asJson } from "../../../lib/json.ts";
import { type Durability, type RedisClient, reachingRedis } from "../../redis/connect.ts";
import type { Fenced } from "../../redis/durability.ts";
import { readRecord } from "../../redis/record.ts";
import { script } from "../../redis/script.ts";

/**
 * Keeps the progress of requests that a server must get at most once: the intent before, the outcome after. Each
 * method fails as `upstream` if Redis is away.
 */
export interface RequestLog<Progress> {
  /** Saves the submission by the request's id. It must hold no secret in the clear. */
  remember(id: string, submission: object): Promise<void>;
  /** The submission, for the caller to parse. Undefined if there is none. */
  submission(id: string): Promise<unknown>;
  find(id: string): Promise<Progress | undefined>;
  /**
   * Saves unless the record has changed since it was read. Undefined means no record. Returns false if it has
   * changed.
   */
  saveUnlessChanged(id: string, read: Progress | undefined, progress: Progress): Promise<boolean>;
  /**
   * Saves what `nextOf` makes of the present record, and deletes other keys in the same write. Does nothing if it makes
   * nothing.
   */
  update(
    id: string,
    nextOf: (now: Progress | undefined) => Progress | undefined,
    deletedKeys?: readonly string[],
  ): Promise<Updated<Progress> | undefined>;
  /** Saves that the request may leave, unless the record has changed. Says whether Redis surely keeps that. */
  fence(id: string, read: Progress | undefined, sending: Progress): Promise<Fenced>;
}

/** A record before and after a change of it. */
export interface Updated<Progress> {
  before: Progress | undefined;
  after: Progress;
}

interface Options<Progress> {
  redis: RedisClient;
  durable: Durability;
  schema: z.ZodType<Progress>;
  progressKey: (id: string) => string;
  submissionKey: (id: string) => string;
  ttlSeconds: number;
}

const saveIfEqual = script(`
if (redis.call("GET", KEYS[1]) or "") ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "EX", ARGV[3])
for index = 2, #KEYS do redis.call("DEL", KEYS[index]) end
return 1`);

/** A request log in Redis, with two keys for each request. */
export function requestLog<Progress extends object>(options: Options<Progress>): RequestLog<Progress> {
  const { redis, durable, schema, progressKey, submissionKey, ttlSeconds } = options;

  async function find(id: string): Promise<Progress | undefined> {
    const key = progressKey(id);
    const stored = await reachingRedis(() => redis.get(key));
    return stored === null ? undefined : readRecord(schema, stored, key);
  }

  async function saveUnlessChanged(
    id: string,
    read: Progress | undefined,
    progress: Progress,
    deletedKeys: readonly string[] = [],
  ): Promise<boolean> {
    const key = progressKey(id);
    return reachingRedis(async () => {
      const stored = await redis.get(key);
      const present = stored === null ? undefined : readRecord(schema, stored, key);
      // JSON drops a field that is undefined.
      if (!isDeepStrictEqual(present, read && asJson(read))) return false;
      const args = [stored ?? "", JSON.stringify(progress), ttlSeconds];
      return (await saveIfEqual(redis, [key, ...deletedKeys], args)) === 1;
    });
  }

  return {
    find,
    saveUnlessChanged: (id, read, progress) => saveUnlessChanged(id, read, progress),
    async remember(id, submission) {
      const key = submissionKey(id);
      await reachingRedis(() => redis.set(key, JSON.stringify(submission), "EX", ttlSeconds));
    },
    async submission(id) {
      const key = submissionKey(id);
      const stored = await reachingRedis(() => redis.get(key));
      return stored === null ? undefined : readRecord(z.unknown(), stored, key);
    },
    async update(id, nextOf, deletedKeys) {
      for (;;) {
        const before = await find(id);
        const after = nextOf(before);
        if (after === undefined) return undefined;
        if (await saveUnlessChanged(id, before, after, deletedKeys)) return { before, after };
      }
    },
    async fence(id, read, sending) {
      if (!(await saveUnlessChanged(id, read, sending))) return "taken";
      return (await durable.isKept(progressKey(id), JSON.stringify(sending))) ? "passed" : "unconfirmed";
    },
  };
}

/** Holds: while one change holds a thing, no other change writes it. */
export interface Holds<Thing> {
  /** Takes a hold for so many milliseconds, or extends the change's own. False if another change has it. */
  take(thing: Thing, changeId: string, forMs: number): Promise<boolean>;
  /** Releases a hold, unless another change has it now. */
  release(thing: Thing, changeId: string): Promise<void>;
}

const takeFreeOrOwn = script(`
if (redis.call("GET", KEYS[1]) or ARGV[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1`);

const dropOwn = script(`
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])`);

/** The holds in Redis, each under the thing's key. */
export function holds<Thing>(redis: RedisClient, keyOf: (thing: Thing) => string): Holds<Thing> {
  return {
    take: (thing, changeId, forMs) =>
      reachingRedis(async () => (await takeFreeOrOwn(redis, [keyOf(thing)], [changeId, forMs])) === 1),
    release: async (thing, changeId) =>
      void (await reachingRedis(() => dropOwn(redis, [keyOf(thing)], [changeId]))),
  };
}
