import { forgetDue } from "./due.ts";
import { jobKeys, jobPrefixOf, keys } from "../redis/keys.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { script } from "../redis/script.ts";
import { type Job, type JobType, Queue } from "bullmq";
import { z } from "zod";
import { keysLike, literally } from "../redis/nodes.ts";

// Deletes nothing while the app is installed, because the keys then belong to the new installation.
const unlinkUnlessInstalled = script(`
if redis.call('exists', KEYS[1]) == 1 then return -1 end
return redis.call('unlink', unpack(KEYS, 2))`);

/**
 * Deletes every key of a workspace, and its id from shared sets. Returns how many there were, or "installed" as soon
 * as the app is installed there. It then leaves the rest.
 */
export async function eraseKeys(redis: RedisClient, workspaceId: string): Promise<number | "installed"> {
  return reachingRedis(async () => {
    if ((await redis.exists(keys.installation(workspaceId))) === 1) return "installed";
    let erased = (await leaveSets(redis, workspaceId)) + (await forgetDue(redis, workspaceId));
    for await (const found of keysLike(redis, `qm:{${literally(workspaceId)}}:*`)) {
      if (found.length === 0) continue;
      const all = [keys.installation(workspaceId), ...found];
      const gone = Number(await unlinkUnlessInstalled(redis, all, []));
      if (gone === -1) return "installed";
      erased += gone;
    }
    return erased;
  });
}

/** Shared keys are sets of workspace ids. */
async function leaveSets(redis: RedisClient, workspaceId: string): Promise<number> {
  const sets = Object.values(keys).filter((key) => typeof key === "string");
  const left = await Promise.all(sets.map((key) => redis.srem(key, workspaceId)));
  return left.reduce((sum, count) => sum + count, 0);
}

const states: JobType[] = ["active", "wait", "delayed", "prioritized", "completed", "failed"];
const jobsAtOnce = 500;

/** Removes a workspace's jobs from all queues in Redis, except the given ones, which hold the erasures. */
export function jobEraser(
  redis: RedisClient,
  onRedisError: (error: Error) => void,
  spared: readonly string[] = [],
) {
  return {
    /** Returns how many it found. A job with a running step stays, so call it again later. */
    async erase(workspaceId: string): Promise<number> {
      const names = await queueNames(redis);
      let found = 0;
      for (const name of names.filter((each) => !spared.includes(each))) {
        const prefix = jobPrefixOf(redis.isCluster, name);
        const queue = new Queue(name, { connection: redis, prefix, skipMetasUpdate: true });
        queue.on("error", onRedisError);
        found += await eraseFrom(queue, workspaceId);
        await queue.close();
      }
      return found;
    },
  };
}

/** The names of all queues in Redis. */
export async function queueNames(redis: RedisClient): Promise<string[]> {
  const names = new Set<string>();
  for await (const found of keysLike(redis, `${jobKeys}*:meta`))
    for (const key of found) names.add(key.slice(key.indexOf("}:") + 2, -":meta".length));
  return [...names];
}

async function eraseFrom(queue: Queue, workspaceId: string): Promise<number> {
  // Found first, because removing them would shift the pages.
  const its: Job[] = [];
  for (const state of states) {
    for (let from = 0, isMore = true; isMore; from += jobsAtOnce) {
      const jobs: Job[] = await queue.getJobs(state, from, from + jobsAtOnce - 1);
      its.push(...jobs.filter((job) => ownerOf(job) === workspaceId));
      isMore = jobs.length > 0;
    }
  }
  for (const job of its) {
    try {
      await job.remove();
    } catch (error) {
      // A worker locks a job while its step runs.
      if (!(await job.isActive())) throw error;
    }
  }
  // The queues' event streams name jobs by id. No one reads them, and a removed job may have been added there since.
  await queue.trimEvents(0);
  return its.length;
}

const Item = z.looseObject({ workspaceId: z.string() });

/** A job's workspace, from its item or the beginning of its id. */
export function ownerOf({ id = "", data }: { id?: string | undefined; data: unknown }): string | undefined {
  return Item.safeParse(data).data?.workspaceId ?? /^([A-Z0-9]+)(?![A-Za-z0-9])/.exec(id)?.[1];
}
