import type { Redis } from "ioredis";
import { sha1Hex } from "../../lib/hash.ts";

/** A Lua script, run with its keys and its arguments. */
export type Script = (
  redis: Redis,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
) => Promise<unknown>;

/** A script that Redis is sent in whole only where it does not know it: for those that run with every message. */
export function script(lua: string): Script {
  const hash = sha1Hex(lua);
  return async (redis, keys, args) => {
    try {
      // As one list: there may be more of them than a function takes.
      return await redis.call("evalsha", [hash, keys.length, ...keys, ...args]);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return redis.call("eval", [lua, keys.length, ...keys, ...args]);
    }
  };
}
