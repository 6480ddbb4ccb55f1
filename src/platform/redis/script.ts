import { sha1Hex } from "../../lib/hash.ts";
import type { RedisClient } from "./connect.ts";
import { keys as allKeys } from "./keys.ts";
import { tagOf } from "./nodes.ts";

/** Runs a Lua script with its keys and arguments. */
export type Script = (
  redis: RedisClient,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
) => Promise<unknown>;

/**
 * A script that is sent in full only if Redis does not know it. It does all or nothing. In a cluster it also names a key
 * that never exists. So while its slot moves, both masters refuse it (TRYAGAIN) and it waits. Otherwise it would run
 * where some of its keys are, miss the others, and break off in the middle or write them twice.
 */
export function script(lua: string): Script {
  const alone = { lua, hash: sha1Hex(lua) };
  const guardedLua = `KEYS[#KEYS] = nil\n${lua}`;
  const guarded = { lua: guardedLua, hash: sha1Hex(guardedLua) };
  return async (redis, keys, args) => {
    const text = redis.isCluster ? guarded : alone;
    const guards = redis.isCluster ? [allKeys.slotGuard(tagOf(keys[0] ?? ""))] : [];
    // As one list, because there may be more than a function takes.
    const call = [text.hash, keys.length + guards.length, ...keys, ...guards, ...args];
    try {
      return await redis.call("evalsha", call);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return redis.call("eval", [text.lua, ...call.slice(1)]);
    }
  };
}

/** In Lua, the workspace's part of all keys, from the first key of the script. A script keeps it as `prefix`. */
export const workspacePartInLua = 'string.match(KEYS[1], "^(.-}:)")';

/** A key without a workspace in Lua, for the workspace in `prefix`. */
export function keyInLua(key: string): string {
  return `(prefix .. "${key.slice("qm:{}:".length)}")`;
}
