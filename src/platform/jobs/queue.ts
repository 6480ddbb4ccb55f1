import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Queue } from "bullmq";
import type { Logger } from "pino";
import { z } from "zod";
import { dayInSeconds } from "../../lib/duration.ts";
import type { Metrics } from "../../lib/metrics.ts";
import { type Tracing, noTracing } from "../../lib/tracing/tracing.ts";
import { type RedisClient, reachingRedis, storeFailure } from "../redis/connect.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { readRecord } from "../redis/record.ts";
import { type JobConnections, openBullQueue } from "./bullmq.ts";
import { type QueueWorker, type Work, attempts, startWorker } from "./worker.ts";

interface Options {
  connections: JobConnections;
  name: string;
  /** True to forget an item when it ends, so its id can be accepted again. */
  forgetsDone?: boolean;
  metrics?: Pick<Metrics, "stepFailed"> | undefined;
  tracing?: Tracing | undefined;
  /** Gets connection errors, about one a second while Redis is away. */
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** Opens a queue of accepted work, which goes on until it is done, through crashes and restarts. */
export function openQueue({
  connections,
  name,
  forgetsDone = false,
  metrics,
  tracing = noTracing,
  onRedisError,
  log,
}: Options) {
  const jobs = openBullQueue(connections, name, onRedisError);
  const { queue } = jobs;
  let worker: QueueWorker | undefined;

  const add = (id: string, item: unknown, delay = 0, traceparent?: string) =>
    queue.add(name, item, {
      jobId: id,
      delay,
      timestamp: jobs.now().getTime(),
      attempts,
      backoff: { type: "custom" },
      // Each failure leaves its stack with the job.
      stackTraceLimit: 1,
      removeOnComplete: forgetsDone || { age: dayInSeconds },
      removeOnFail: forgetsDone || { age: 7 * dayInSeconds },
      ...(traceparent && { telemetry: { metadata: traceparent } }),
    });

  return {
    /**
     * Accepts an item (JSON) durably, in one atomic write. The same id again within a day changes nothing. Its first step
     * comes `afterMs` later. The steps continue the present trace.
     */
    accept: (id: string, item: unknown, afterMs = 0): Promise<void> =>
      reachingQueue(() => add(id, item, afterMs, tracing.traceparent())),
    /**
     * Makes an item take its next step now, even if it was done or given up. If a step is running, another one follows,
     * because the running one may not know the news. A process other than this one has 5 s to end it.
     */
    wake: (id: string, item: unknown): Promise<void> =>
      reachingQueue(async () => {
        if (!worker?.wake(id)) await wake(queue, id, () => add(id, item));
      }),
    /** Adds an item unless it exists. Starts it again if it was done or given up. */
    ensure: (id: string, item: unknown): Promise<void> =>
      reachingQueue(async () => {
        if (worker?.wake(id)) return;
        if (forgetsDone) await add(id, item);
        else await isStarted(queue, id, () => add(id, item), false);
      }),
    /** Forgets an item that waits, because nothing is left to do. One with a running step stays. */
    forget: (id: string): Promise<void> => reachingQueue(() => queue.remove(id)),
    /** How many items are due and not started. */
    async waiting(): Promise<number> {
      const { wait = 0, prioritized = 0 } = await queue.getJobCounts("wait", "prioritized");
      return wait + prioritized;
    },
    /** Starts taking the items' steps in this process. Call it once. */
    work(work: Work): void {
      const onFailure = () => metrics?.stepFailed(name);
      worker = startWorker({ jobs, name, work, add, onFailure, tracing, onRedisError, log });
    },
    /** Lets running steps end, for at most `graceMs`. */
    close: (graceMs: number): Promise<void> =>
      worker ? worker.close(graceMs) : jobs.close(undefined, graceMs),
  };
}

/** A queue of accepted work. */
export type JobQueue = ReturnType<typeof openQueue>;

async function reachingQueue(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw storeFailure(error, "nothing was started");
  }
}

const tries = 50;
const everyMs = 100;

async function wake(queue: Queue, id: string, add: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (await isStarted(queue, id, add, true)) return;
    await sleep(everyMs);
  }
}

/**
 * Adds, with `add`, a job that is done, given up or gone. With `isDue`, one that waits takes its next step now. False
 * if a worker has it.
 */
async function isStarted(
  queue: Queue,
  id: string,
  add: () => Promise<unknown>,
  isDue: boolean,
): Promise<boolean> {
  const job: Job | undefined = await queue.getJob(id);
  const state = await job?.getState();
  if (state === "active") return false;
  if (job !== undefined && state !== "completed" && state !== "failed" && state !== "unknown")
    return isDue && state === "delayed" ? isPromoted(job) : true;
  await job?.remove();
  await add();
  return true;
}

/** False if a worker was faster. */
async function isPromoted(job: Job): Promise<boolean> {
  try {
    await job.promote();
    return true;
  } catch (error) {
    if (await job.isDelayed()) throw error;
    return false;
  }
}

/** Work that a person started for someone who asks later how it went. Without a queue, it was done at once. */
const StartedWork = z.object({ queue: z.string().optional(), id: z.string() });
export type StartedWork = z.infer<typeof StartedWork>;

/** Where a piece of work is. The reason is in mrkdwn, for people. */
export interface WorkState {
  state: "running" | "done" | "failed" | "unknown";
  reason?: string | undefined;
}

/** The work that each origin started, such as a program's proposal. The last one counts, because a form may come back. */
export function startedWork(redis: RedisClient, workspaceId: string) {
  const keyOf = (origin: string) => keys.startedWork(workspaceId, origin);
  const save = async (origin: string, work: StartedWork, ...onlyNew: ["NX"] | []) => {
    const args = [JSON.stringify(work), "EX", ttlInSeconds.mcpOffer, ...onlyNew] as const;
    await reachingRedis(() => redis.call("SET", keyOf(origin), ...args));
  };
  return {
    /** A queue accepted it. */
    accepted: (origin: string, queue: string, id: string) => save(origin, { queue, id }),
    /** It was done at once, unless a queue accepted something. */
    wasDone: (origin: string) => save(origin, { id: "" }, "NX"),
    async find(origin: string): Promise<StartedWork | undefined> {
      const kept = await reachingRedis(() => redis.get(keyOf(origin)));
      return kept === null ? undefined : readRecord(StartedWork, kept, keyOf(origin));
    },
  };
}

/** What `startedWork` makes. */
export type StartedWorks = ReturnType<typeof startedWork>;

/** Queues that note what they accepted. What is noted is never lost. */
export function notingQueues<Queues extends Readonly<Record<string, Pick<JobQueue, "accept">>>>(
  queues: Queues,
  names: Readonly<Record<keyof Queues, string>>,
  note: (queue: string, id: string) => Promise<void>,
): Queues {
  const noting = Object.entries(queues).map(([field, queue]) => {
    const accept: JobQueue["accept"] = async (id, item, afterMs) => {
      await queue.accept(id, item, afterMs);
      await note(names[field] ?? field, id);
    };
    return [field, { ...queue, accept }];
  });
  return { ...queues, ...Object.fromEntries(noting) };
}
