import type { Redis } from "ioredis";
import { keys } from "../redis/keys.ts";
import { reachingRedis } from "../redis/connect.ts";

// Deletes nothing while the app is installed, because the keys then belong to the new installation.
const unlinkUnlessInstalled = `
if redis.call('exists', KEYS[1]) == 1 then return -1 end
return redis.call('unlink', unpack(KEYS, 2))`;

/** Keys per command. Lua takes some thousands at once. */
const keysAtOnce = 500;

/**
 * Deletes every key of a workspace, and its id from shared sets. Returns how many there were, or "installed" as soon
 * as the app is installed there. It then leaves the rest.
 */
export async function eraseKeys(redis: Redis, workspaceId: string): Promise<number | "installed"> {
  return reachingRedis(async () => {
    if ((await redis.exists(keys.installation(workspaceId))) === 1) return "installed";
    const match = patternOf(workspaceId);
    let erased = await leaveSets(redis, workspaceId);
    let cursor = "0";
    do {
      const [next, found] = await redis.scan(cursor, "MATCH", match, "COUNT", keysAtOnce);
      const gone = await unlink(redis, workspaceId, found);
      if (gone === -1) return "installed";
      erased += gone;
      cursor = next;
    } while (cursor !== "0");
    return erased;
  });
}

/** Returns how many there were, or -1 if the app is installed. */
async function unlink(redis: Redis, workspaceId: string, found: readonly string[]): Promise<number> {
  if (found.length === 0) return 0;
  const all = [keys.installation(workspaceId), ...found];
  return Number(await redis.eval(unlinkUnlessInstalled, all.length, ...all));
}

/** Shared keys are sets of workspace ids. */
async function leaveSets(redis: Redis, workspaceId: string): Promise<number> {
  const sets = Object.values(keys).filter((key) => typeof key === "string");
  const left = await Promise.all(sets.map((key) => redis.srem(key, workspaceId)));
  return left.reduce((sum, count) => sum + count, 0);
}

/** Escapes an id for a key pattern. */
function patternOf(workspaceId: string): string {
  return `qm:{${workspaceId.replaceAll(/[\\*?[\]]/g, String.raw`\$&`)}}:*`;
}
