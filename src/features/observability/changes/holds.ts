import type { Redis } from "ioredis";
import { keys } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";

/** A dashboard or an alert, by its id. */
export interface HeldThing {
  noun: "dashboard" | "alert";
  id: string;
}

/** Which change has a dashboard or an alert to itself. */
export interface ChangeHolds {
  /** Gives a change a thing for so many milliseconds, anew where it has it already; false where another one has it. */
  take(thing: HeldThing, changeId: string, forMs: number): Promise<boolean>;
  /** Gives a thing back; what another change has by now stays its own. */
  release(thing: HeldThing, changeId: string): Promise<void>;
}

const takeFreeOrOwn = script(`
if (redis.call("GET", KEYS[1]) or ARGV[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1`);

const dropOwn = script(`
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])`);

/** The holds of one workspace in Redis, whatever its connections are called: two may lead to one server. */
export function changeHolds(redis: Redis, workspaceId: string): ChangeHolds {
  const keyOf = ({ noun, id }: HeldThing) => keys.changeHold(workspaceId, noun, id);
  return {
    take: (thing, changeId, forMs) =>
      reachingRedis(async () => (await takeFreeOrOwn(redis, [keyOf(thing)], [changeId, forMs])) === 1),
    release: async (thing, changeId) =>
      void (await reachingRedis(() => dropOwn(redis, [keyOf(thing)], [changeId]))),
  };
}
