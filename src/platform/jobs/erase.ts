import type { Redis } from "ioredis";
import { keys } from "../redis/keys.ts";
import { reachingRedis } from "../redis/connect.ts";

// Nothing goes while the app is installed: what is there then belongs to the new installation.
const unlinkUnlessInstalled = `
if redis.call('exists', KEYS[1]) == 1 then return -1 end
return redis.call('unlink', unpack(KEYS, 2))`;

/** So many keys are looked at in one command; Lua takes some thousands at once. */
const keysAtOnce = 500;

/**
 * Deletes every key of a workspace, and its id from the sets that are nobody's own. Answers how many there were, or
 * "installed" as soon as the app is installed there, with the rest left alone.
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

/** Answers how many there were; -1 where the app is installed. */
async function unlink(redis: Redis, workspaceId: string, found: readonly string[]): Promise<number> {
  if (found.length === 0) return 0;
  const all = [keys.installation(workspaceId), ...found];
  return Number(await redis.eval(unlinkUnlessInstalled, all.length, ...all));
}

/** The keys that are nobody's own are sets of workspaces. */
async function leaveSets(redis: Redis, workspaceId: string): Promise<number> {
  const sets = Object.values(keys).filter((key) => typeof key === "string");
  const left = await Promise.all(sets.map((key) => redis.srem(key, workspaceId)));
  return left.reduce((sum, count) => sum + count, 0);
}

/** Every character of an id stands for itself. */
function patternOf(workspaceId: string): string {
  return `qm:{${workspaceId.replaceAll(/[\\*?[\]]/g, String.raw`\$&`)}}:*`;
}
