import { setTimeout as sleep } from "node:timers/promises";
import type { ChainableCommander } from "ioredis";
import { sha1Hex } from "../../lib/hash.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";
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

const everyMs = 100;
/** As long as a command may take. */
const tries = 20;

/**
 * Does commands together or not at all. Fails as `upstream`. While their slot moves to another master of a cluster, it
 * waits as a command does: the client library gives up on a transaction that was sent on to the new master.
 */
export async function transact(
  redis: RedisClient,
  add: (transaction: ChainableCommander) => void,
): Promise<void> {
  await reachingRedis(async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const transaction = redis.multi();
        add(transaction);
        for (const [error] of (await transaction.exec()) ?? []) if (error) throw error;
        return;
      } catch (error) {
        if (attempt === tries || !(error instanceof Error && error.message.startsWith("TRYAGAIN ")))
          throw error;
        await sleep(everyMs);
      }
    }
  });
}
