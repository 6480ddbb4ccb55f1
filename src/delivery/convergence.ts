import { setTimeout as sleep } from "node:timers/promises";
import { DelayedError, type Job, Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import type { Logger } from "pino";
import { AppError, isAppError } from "../errors.ts";
import { ensure } from "./ensure.ts";
import { wake } from "./wake.ts";

/** What one step of bringing something to its wanted state led to: another one at once, or later, or none. */
export type Step = "done" | "next" | { againInMs: number };

/** Work that was accepted and goes on until it is done, through crashes and restarts. */
export interface Convergence {
  /**
   * Accepts an item (JSON) durably, in one atomic write; the same id again within a day changes nothing. The first
   * step is taken `afterMs` later.
   */
  accept(id: string, item: unknown, afterMs?: number): Promise<void>;
  /** Takes an item's next step now: of one that waits, and as well of one that was done or given up. */
  wake(id: string, item: unknown): Promise<void>;
  /** Sees to it that an item is carried on: one that was done or given up, or is not there, begins anew. */
  ensure(id: string, item: unknown): Promise<void>;
  /** Fails when items cannot be accepted, since Redis does not answer. */
  ping(): Promise<void>;
  /** Lets the steps under way end, for at most `graceMs`, then lets go of Redis. */
  close(graceMs: number): Promise<void>;
}

interface Options {
  redisUrl: string;
  name: string;
  /** One step: may be repeated after a crash at any line, so it must find out what is done already. */
  advance: (id: string, item: unknown) => Promise<Step>;
  /** Done again and again, by one of all processes at a time; a round that fails is left to the next. */
  round?: { everyMs: number; run: () => Promise<void> };
  /** Told of connection errors, about one a second while Redis is away. */
  onRedisError: (error: Error) => void;
  log: Logger;
}

// A worker that died is noticed by the second stalled check after its lock ran out; the defaults (30 s each) are
// long for a person who waits. A lock that runs out too early does no harm: steps bear being taken twice.
const stalledCheckMs = 2_000;
const lockMs = 6_000;
const dayInSeconds = 86_400;

/** Unexpected failures are tried again for about a day: at first after seconds, then every five minutes. */
const attempts = 300;
const slowestRetryMs = 5 * 60_000;

function retryMs(failures: number): number {
  return Math.min(1_000 * 2 ** (failures - 1), slowestRetryMs);
}

const prefix = "{qm-jobs}";

function reconnectDelayMs(attempt: number): number {
  return Math.min(attempt * 100, 1_000);
}

/** Carries items through their steps with BullMQ: at least once each, by one worker at a time. */
export function startConvergence({
  redisUrl,
  name,
  advance,
  round,
  onRedisError,
  log,
}: Options): Convergence {
  // The producer fails at once when Redis is away, so that a person is told; the worker waits for it.
  const producer = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
    retryStrategy: reconnectDelayMs,
  });
  const consumer = new Redis(redisUrl, { maxRetriesPerRequest: null, retryStrategy: reconnectDelayMs });
  const queue = new Queue(name, {
    connection: producer,
    prefix,
    skipWaitingForReady: true,
    // The worker checks it; here the check would be a command before the connection is there.
    skipVersionCheck: true,
  });
  const add = (id: string, item: unknown, delay: number) =>
    queue.add(name, item, {
      jobId: id,
      delay,
      attempts,
      backoff: { type: "custom" },
      // Each failure leaves its stack with the job.
      stackTraceLimit: 1,
      removeOnComplete: { age: dayInSeconds },
      removeOnFail: { age: 7 * dayInSeconds },
    });

  /** False where it is there. */
  async function addIfGone(id: string, item: unknown, delay: number): Promise<boolean> {
    if ((await queue.getJob(id)) !== undefined) return false;
    await add(id, item, delay);
    return true;
  }

  const work = async (job: Job, token: string | undefined) => {
    await (job.name === roundName ? round?.run() : step(job, token, { advance, addIfGone }));
  };
  const worker = new Worker(name, work, {
    connection: consumer,
    prefix,
    concurrency: 20,
    lockDuration: lockMs,
    stalledInterval: stalledCheckMs,
    // Dying in mid-step is expected, however often; the steps themselves know what was done.
    maxStalledCount: 1_000,
    settings: { backoffStrategy: retryMs },
  });
  for (const redis of [producer, consumer]) redis.on("error", onRedisError);
  // Whenever Redis is there, as it may have come back empty.
  if (round) producer.on("ready", () => void scheduleRounds(queue, round.everyMs).catch(onRedisError));
  queue.on("error", onRedisError);
  worker.on("error", onRedisError);
  worker.on("failed", (job, err) => {
    const isGivenUp = job !== undefined && job.attemptsMade >= attempts;
    log.error(
      { err, job: job?.id, failures: job?.attemptsMade },
      isGivenUp ? "an item was given up after a day of failures" : "a step failed and is tried again",
    );
  });

  return {
    accept: (id, item, afterMs = 0) => reachingQueue(() => add(id, item, afterMs)),
    ensure: (id, item) => reachingQueue(() => ensure(queue, id, () => add(id, item, 0))),
    wake: (id, item) => reachingQueue(() => wake(queue, id, () => add(id, item, 0))),
    async ping() {
      await producer.ping();
    },
    async close(graceMs) {
      // Without Redis they would wait for it; what is under way is taken up again by the next process.
      await Promise.race([
        Promise.all([worker.close(), queue.close()]),
        sleep(graceMs, undefined, { ref: false }),
      ]);
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

const roundName = "round";

async function scheduleRounds(queue: Queue, everyMs: number): Promise<void> {
  const opts = { removeOnComplete: true, removeOnFail: { count: 10 } };
  await queue.upsertJobScheduler(roundName, { every: everyMs }, { name: roundName, opts });
}

async function reachingQueue(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new AppError(
      "upstream",
      "Quartermaster cannot reach its own storage just now, so nothing was started. Please try again in a minute.",
      { cause: error },
    );
  }
}

interface Stepping extends Pick<Options, "advance"> {
  addIfGone: (id: string, item: unknown, afterMs: number) => Promise<boolean>;
}

async function step(job: Job, token: string | undefined, { advance, addIfGone }: Stepping): Promise<void> {
  const { id = "", data } = job;
  let outcome: Step;
  do {
    outcome = await patiently(() => advance(id, data));
  } while (outcome === "next");
  if (outcome === "done") return;
  const { againInMs } = outcome;
  try {
    await job.moveToDelayed(Date.now() + againInMs, token);
  } catch (error) {
    // Redis may have lost it while its step was taken, and it is not done yet.
    if (!(await addIfGone(id, data, againInMs))) throw error;
  }
  throw new DelayedError();
}

/** Where nobody says how long to wait, as with a workspace's own limit on messages. */
const unknownWaitMs = 30_000;

/** Who was asked to wait waits, and has not failed. */
async function patiently(takeStep: () => Promise<Step>): Promise<Step> {
  try {
    return await takeStep();
  } catch (error) {
    if (isAppError(error, "limited")) return { againInMs: error.retryAfterMs ?? unknownWaitMs };
    throw error;
  }
}
