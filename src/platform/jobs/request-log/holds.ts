import { type RedisClient, reachingRedis } from "../../redis/connect.ts";
import { script } from "../../redis/script.ts";

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
