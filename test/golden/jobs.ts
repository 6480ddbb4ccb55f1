import { type Job, type JobType, Queue } from "bullmq";
import { z } from "zod";
import { roundName } from "../../src/platform/jobs/bullmq.ts";
import { ownerOf, queueNames } from "../../src/platform/jobs/erase.ts";
import { type RedisClient, reachingRedis } from "../../src/platform/redis/connect.ts";
import { jobPrefixOf } from "../../src/platform/redis/keys.ts";

/** A job that waits or runs. Its next step finds out itself whether it is due. Rounds are left out, because every process makes them. */
export const WaitingJob = z.object({
  queue: z.string(),
  id: z.string(),
  data: z.unknown(),
  opts: z.looseObject({}),
});
export type WaitingJob = z.infer<typeof WaitingJob>;

// Against the way of jobs, and again, so a job that moves in the meantime is met.
const states: JobType[] = ["delayed", "active", "prioritized", "wait", "delayed", "active", "wait"];
const jobsAtOnce = 500;

/** The jobs of all queues that wait or run. A job may come twice. */
export async function* waitingJobs(
  redis: RedisClient,
  onRedisError: (error: Error) => void,
): AsyncGenerator<WaitingJob & { owner: string | undefined }> {
  for (const name of await queueNames(redis)) {
    const queue = queueAt(redis, name, onRedisError);
    for (const state of states) {
      for (let from = 0, isMore = true; isMore; from += jobsAtOnce) {
        const jobs: Job[] = await reachingRedis(() => queue.getJobs(state, from, from + jobsAtOnce - 1));
        for (const job of jobs)
          if (job.name !== roundName && job.id !== undefined) yield described(name, job, job.id);
        isMore = jobs.length > 0;
      }
    }
    await queue.close();
  }
}

function described(queue: string, job: Job, id: string): WaitingJob & { owner: string | undefined } {
  const { attempts, backoff, stackTraceLimit, removeOnComplete, removeOnFail } = job.opts;
  const opts = { attempts, backoff, stackTraceLimit, removeOnComplete, removeOnFail };
  return { queue, id, data: job.data, opts, owner: ownerOf(job) };
}

/** Adds jobs. One that is there already stays as it is. */
export function jobAdder(redis: RedisClient, onRedisError: (error: Error) => void) {
  const queues = new Map<string, Queue>();
  return {
    async add({ queue: name, id, data, opts }: WaitingJob): Promise<void> {
      const queue = queues.get(name) ?? queueAt(redis, name, onRedisError);
      queues.set(name, queue);
      await reachingRedis(() => queue.add(name, data, { ...opts, jobId: id }));
    },
    close: async () => void (await Promise.all([...queues.values()].map((queue) => queue.close()))),
  };
}

function queueAt(redis: RedisClient, name: string, onRedisError: (error: Error) => void): Queue {
  const queue = new Queue(name, {
    connection: redis,
    prefix: jobPrefixOf(redis.isCluster, name),
    skipMetasUpdate: true,
  });
  queue.on("error", onRedisError);
  return queue;
}
