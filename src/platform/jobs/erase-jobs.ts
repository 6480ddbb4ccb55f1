import { type Job, type JobType, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { z } from "zod";
import { connectRedis } from "../redis/connect.ts";
import { proveWritable } from "../redis/writable.ts";
import { jobPrefix } from "./job-prefix.ts";

const states: JobType[] = ["active", "wait", "delayed", "prioritized", "completed", "failed"];
const jobsAtOnce = 500;

/** Removes a workspace's jobs from all queues in Redis, except the given ones, which hold the erasures. */
export function jobEraser(
  redisUrl: string,
  onRedisError: (error: Error) => void,
  spared: readonly string[] = [],
) {
  const redis = connectRedis(redisUrl, onRedisError);
  return {
    /** Returns how many it found. A job with a running step stays, so call it again later. */
    async erase(workspaceId: string): Promise<number> {
      const names = await queueNames(redis);
      let found = 0;
      for (const name of names.filter((each) => !spared.includes(each))) {
        const queue = new Queue(name, { connection: redis, prefix: jobPrefix, skipMetasUpdate: true });
        queue.on("error", onRedisError);
        found += await eraseFrom(queue, workspaceId);
        await queue.close();
      }
      return found;
    },
    /** Fails if Redis takes no writes. */
    ping: () => proveWritable(redis),
    close: () => redis.disconnect(),
  };
}

async function queueNames(redis: Redis): Promise<string[]> {
  const names = new Set<string>();
  let cursor = "0";
  do {
    const [next, found] = await redis.scan(cursor, "MATCH", `${jobPrefix}:*:meta`, "COUNT", 1_000);
    for (const key of found) names.add(key.slice(jobPrefix.length + 1, -":meta".length));
    cursor = next;
  } while (cursor !== "0");
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
  for (const job of its) await removed(job);
  // The queues' event streams name jobs by id. No one reads them, and a removed job may have been added there since.
  await queue.trimEvents(0);
  return its.length;
}

/** A worker locks a job while its step runs. */
async function removed(job: Job): Promise<void> {
  try {
    await job.remove();
  } catch (error) {
    if (!(await job.isActive())) throw error;
  }
}

const Item = z.looseObject({ workspaceId: z.string() });

/** A job's workspace, from its item or the beginning of its id. */
function ownerOf({ id = "", data }: Job): string | undefined {
  return Item.safeParse(data).data?.workspaceId ?? /^([A-Z0-9]+)(?![A-Za-z0-9])/.exec(id)?.[1];
}
