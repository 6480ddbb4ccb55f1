import { DelayedError, type Job, type Queue, Worker } from "bullmq";
import type { Logger } from "pino";
import { isAppError } from "../../lib/errors.ts";
import { storeFailure } from "../redis/connect.ts";
import { connectBullQueue, makeRounds, roundName } from "./bullmq.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { type FairShare, fairShare } from "./backpressure.ts";

const looks = 50;
const everyMs = 100;

/**
 * Brings a job's next step forward to now; `add` puts in anew what is done, was given up or is not kept any more. A
 * step under way is waited for, since it may rest on how things were before, for 5 s at most.
 */
async function wake(queue: Queue, id: string, add: () => Promise<unknown>): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    const job: Job | undefined = await queue.getJob(id);
    if (await isAwake(job, add)) return;
    await sleep(everyMs);
  }
}

/** False where the job has to be looked at again. */
async function isAwake(job: Job | undefined, add: () => Promise<unknown>): Promise<boolean> {
  const state = await job?.getState();
  if (state === "active") return false;
  if (job === undefined || state === "completed" || state === "failed" || state === "unknown") {
    await job?.remove();
    await add();
    return true;
  }
  return state === "delayed" ? isPromoted(job) : true;
}

/** Has a job that waits take its next step now; false where a worker was faster. */
async function isPromoted(job: Job): Promise<boolean> {
  try {
    await job.promote();
    return true;
  } catch (error) {
    if (await job.isDelayed()) throw error;
    return false;
  }
}

/** What one step of bringing something to its wanted state led to: another one at once, or later, or none. */
export type Step = "done" | "next" | { againInMs: number };

/** Work that was accepted and goes on until it is done, through crashes and restarts. */
export interface JobQueue {
  /**
   * Accepts an item (JSON) durably, in one atomic write; the same id again within a day changes nothing. The first
   * step is taken `afterMs` later.
   */
  accept(id: string, item: unknown, afterMs?: number): Promise<void>;
  /** Takes an item's next step now: of one that waits, and as well of one that was done or given up. */
  wake(id: string, item: unknown): Promise<void>;
  /**
   * Sees to it that an item is carried on: one that was done or given up, or is not there, begins anew. Where it is due,
   * one that waits does so no longer.
   */
  ensure(id: string, item: unknown, isDue?: boolean): Promise<void>;
  /** How many items are due and nobody has begun with yet. */
  waiting(): Promise<number>;
  /** Fails when items cannot be accepted, since Redis does not take a write. */
  ping(): Promise<void>;
  /** Begins to take the items' steps in this process. Once only. */
  work(work: Work): void;
  /** Lets the steps under way end, for at most `graceMs`, then disconnects. */
  close(graceMs: number): Promise<void>;
}

/** What a process does with a queue's items. */
export interface Work {
  /** One step: may be repeated after a crash at any line, so it must find out what is done already. */
  advance: (id: string, item: unknown) => Promise<Step>;
  /** Done again and again, by one of all processes at a time; a round that fails is left to the next. */
  round?: { everyMs: number; run: () => Promise<void> };
}

interface Options {
  redisUrl: string;
  name: string;
  /** True where nothing is to be left of an item that is done, so that its id may be accepted again. */
  forgetsDone?: boolean;
  /** Told of connection errors, about one a second while Redis is away. */
  onRedisError: (error: Error) => void;
  log: Logger;
}

const dayInSeconds = 86_400;

/** Unexpected failures are tried again for about a day: at first after seconds, then every five minutes. */
const attempts = 300;
const slowestRetryMs = 5 * 60_000;

/** Steps mostly wait, for a cloud or for Slack: some for seconds, and those that read long histories of costs for minutes. */
const stepsAtOnce = 40;
/** A workspace whose cloud is slow may have so many of them, and more only while half are free. */
const stepsOfOne = 4;

function retryMs(failures: number): number {
  return Math.min(1_000 * 2 ** (failures - 1), slowestRetryMs);
}

/** Connects to a queue whose workers take items through their steps with BullMQ: at least once each, by one worker at a time. */
export function connectQueue({ redisUrl, name, forgetsDone = false, onRedisError, log }: Options): JobQueue {
  const jobs = connectBullQueue(redisUrl, name, onRedisError);
  const { queue } = jobs;
  const add = (id: string, item: unknown, delay: number) =>
    queue.add(name, item, {
      jobId: id,
      delay,
      attempts,
      backoff: { type: "custom" },
      // Each failure leaves its stack with the job.
      stackTraceLimit: 1,
      removeOnComplete: forgetsDone || { age: dayInSeconds },
      removeOnFail: { age: 7 * dayInSeconds },
    });

  /** False where it is there. */
  async function addIfGone(id: string, item: unknown, delay: number): Promise<boolean> {
    if ((await queue.getJob(id)) !== undefined) return false;
    await add(id, item, delay);
    return true;
  }

  let worker: Worker | undefined;
  function work({ advance, round }: Work): void {
    const share = fairShare(stepsAtOnce, stepsOfOne);
    const run = async (job: Job, token: string | undefined) => {
      await (job.name === roundName ? round?.run() : step(job, token, { advance, addIfGone, share }));
    };
    worker = new Worker(name, run, {
      ...jobs.workerOptions,
      concurrency: stepsAtOnce,
      settings: { backoffStrategy: retryMs },
    });
    if (round) makeRounds(jobs, round.everyMs, onRedisError);
    worker.on("error", onRedisError);
    worker.on("failed", (job, err) => {
      const isGivenUp = job !== undefined && job.attemptsMade >= attempts;
      log.error(
        { err, job: job?.id, failures: job?.attemptsMade },
        isGivenUp ? "an item was given up after a day of failures" : "a step failed and is tried again",
      );
    });
  }

  return {
    work,
    accept: (id, item, afterMs = 0) => reachingQueue(() => add(id, item, afterMs)),
    ensure: (id, item, isDue = false) =>
      reachingQueue(() => ensure(queue, id, () => add(id, item, 0), isDue)),
    wake: (id, item) => reachingQueue(() => wake(queue, id, () => add(id, item, 0))),
    async waiting() {
      const { wait = 0, prioritized = 0 } = await queue.getJobCounts("wait", "prioritized");
      return wait + prioritized;
    },
    ping: () => jobs.ping(),
    close: (graceMs) => jobs.close(worker, graceMs),
  };
}

async function reachingQueue(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw storeFailure(error, "nothing was started");
  }
}

interface Stepping extends Pick<Work, "advance"> {
  addIfGone: (id: string, item: unknown, afterMs: number) => Promise<boolean>;
  share: FairShare;
}

async function step(job: Job, token: string | undefined, stepping: Stepping): Promise<void> {
  const { id = "", data } = job;
  const { addIfGone } = stepping;
  const outcome = await stepsInPlace(id, data, stepping);
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

/** All steps up to a wait or the end, once there is a place for its workspace. */
async function stepsInPlace(
  id: string,
  item: unknown,
  { advance, share }: Stepping,
): Promise<Exclude<Step, "next">> {
  const place = share.enter(ownerOf(id, item));
  if ("againInMs" in place) return place;
  try {
    for (;;) {
      const outcome = await patiently(() => advance(id, item));
      if (outcome !== "next") return outcome;
    }
  } finally {
    place.leave();
  }
}

/** An item says whose it is; one that does not is its own. */
function ownerOf(id: string, item: unknown): string {
  const isWorkspaces = typeof item === "object" && item !== null && "workspaceId" in item;
  return isWorkspaces ? String(item.workspaceId) : id;
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

/**
 * Puts in anew, with `add`, a job that is gone, done or given up; one that waits or is under way stays as it is, but that
 * where something of it is due it waits no longer.
 */
async function ensure(queue: Queue, id: string, add: () => Promise<unknown>, isDue: boolean): Promise<void> {
  const job: Job | undefined = await queue.getJob(id);
  const state = await job?.getState();
  if (job === undefined || state === "completed" || state === "failed" || state === "unknown") {
    await job?.remove();
    await add();
  } else if (isDue && state === "delayed") await isPromoted(job);
}
