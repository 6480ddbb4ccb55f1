import type { RedisClient } from "./connect.ts";
import { sha1Hex } from "../../lib/hash.ts";

/** Runs a Lua script with its keys and arguments. */
export type Script = (
  redis: RedisClient,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
) => Promise<unknown>;

/** A script that is sent in full only if Redis does not know it. */
export function script(lua: string): Script {
  const hash = sha1Hex(lua);
  return async (redis, keys, args) => {
    try {
      // As one list, because there may be more than a function takes.
      return await redis.call("evalsha", [hash, keys.length, ...keys, ...args]);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return redis.call("eval", [lua, keys.length, ...keys, ...args]);
    }
  };
}
