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
      let found = 0;
      for await (const queue of queuesIn(redis, onRedisError, spared))
        found += await eraseFrom(queue, workspaceId);
      return found;
    },
    /** Changes what a workspace's jobs say, and removes those that `isNamed` says of their ids. Returns how many. */
    async change(
      workspaceId: string,
      changed: (text: string) => string,
      isNamed: (id: string) => boolean,
    ): Promise<number> {
      let count = 0;
      for await (const queue of queuesIn(redis, onRedisError, spared))
        for (const job of await jobsOf(queue, workspaceId)) {
          const { id = "" } = job;
          if (isNamed(id)) {
            await removeUnlessActive(job);
            await queue.trimEvents(0);
            count += 1;
          } else count += await changeFields(redis, queue.toKey(id), changed);
        }
      return count;
    },
  };
}

// All that a job says of people. Its worker read it when its step began.
const fieldsOfJobs = ["data", "returnvalue", "failedReason", "stacktrace"];

const replaceField = script(`
if redis.call('hget', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('hset', KEYS[1], ARGV[1], ARGV[3])
return 1`);

/** 1 if one of the fields changed. */
async function changeFields(
  redis: RedisClient,
  key: string,
  changed: (text: string) => string,
): Promise<number> {
  let count = 0;
  const texts = await reachingRedis(() => redis.hmget(key, ...fieldsOfJobs));
  for (const [index, text] of texts.entries()) {
    const next = text === null ? null : changed(text);
    if (text === null || next === null || next === text) continue;
    const args = [fieldsOfJobs[index] ?? "", text, next];
    count += Number(await reachingRedis(() => replaceField(redis, [key], args)));
  }
  return Math.min(1, count);
}

async function* queuesIn(
  redis: RedisClient,
  onRedisError: (error: Error) => void,
  spared: readonly string[],
): AsyncGenerator<Queue> {
  const names = await queueNames(redis);
  for (const name of names.filter((each) => !spared.includes(each))) {
    const prefix = jobPrefixOf(redis.isCluster, name);
    const queue = new Queue(name, { connection: redis, prefix, skipMetasUpdate: true });
    queue.on("error", onRedisError);
    yield queue;
    await queue.close();
  }
}

/** The names of all queues in Redis. */
export async function queueNames(redis: RedisClient): Promise<string[]> {
  const names = new Set<string>();
  for await (const found of keysLike(redis, `${jobKeys}*:meta`))
    for (const key of found) names.add(key.slice(key.indexOf("}:") + 2, -":meta".length));
  return [...names];
}

/** All of a workspace. They are found first, because removing them would shift the pages. */
async function jobsOf(queue: Queue, workspaceId: string): Promise<Job[]> {
  const its: Job[] = [];
  for (const state of states) {
    for (let from = 0, isMore = true; isMore; from += jobsAtOnce) {
      const jobs: Job[] = await queue.getJobs(state, from, from + jobsAtOnce - 1);
      its.push(...jobs.filter((job) => ownerOf(job) === workspaceId));
      isMore = jobs.length > 0;
    }
  }
  return its;
}

async function removeUnlessActive(job: Job): Promise<void> {
  try {
    await job.remove();
  } catch (error) {
    // A worker locks a job while its step runs.
    if (!(await job.isActive())) throw error;
  }
}

async function eraseFrom(queue: Queue, workspaceId: string): Promise<number> {
  const its = await jobsOf(queue, workspaceId);
  for (const job of its) await removeUnlessActive(job);
  // The queues' event streams name jobs by id. No one reads them, and a removed job may have been added there since.
  await queue.trimEvents(0);
  return its.length;
}

const Item = z.looseObject({ workspaceId: z.string() });

/** A job's workspace, from its item or the beginning of its id. */
export function ownerOf({ id = "", data }: { id?: string | undefined; data: unknown }): string | undefined {
  return Item.safeParse(data).data?.workspaceId ?? /^([A-Z0-9]+)(?![A-Za-z0-9])/.exec(id)?.[1];
}
