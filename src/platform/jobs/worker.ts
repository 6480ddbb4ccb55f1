import { DelayedError, type Job, Worker } from "bullmq";
import type { Logger } from "pino";
import { isAppError } from "../../lib/errors.ts";
import type { Tracing } from "../../lib/tracing/tracing.ts";
import { workspaceConcurrency } from "./backpressure.ts";
import { type BullQueue, endOldRounds, roundName } from "./bullmq.ts";
import { backOffMs, unknownLimitMs } from "./keep-trying.ts";
import { hourMs, minuteMs } from "../../lib/duration.ts";
import { type Round, makeRounds } from "./rounds.ts";

/** The outcome of a step: another one now, later, or none. */
export type Step = "done" | "next" | { againInMs: number };

/** What a process does with a queue's items. */
export interface Work {
  /** Takes one step. It may be repeated after a crash at any line, so it must find out what is done already. */
  advance: (id: string, item: unknown) => Promise<Step>;
  round?: Round;
  /** Told of each step that failed unexpectedly, and of each that worked. */
  watch?: {
    failed(id: string, item: unknown, error: unknown): void;
    worked(id: string, item: unknown): void;
  };
  /** True while the items are left to other processes. Asked each second. */
  isLeftToOthers?: () => boolean;
}

/**
 * How many items take steps in this process at once. They mostly wait for a cloud or for Slack: some for seconds, those
 * that read long histories for minutes. A workspace gets more than its share while half are free.
 */
const slots = { all: 40, ofWorkspace: 4 };

/** An item takes a step at least so often, so a time that was written by a wrong clock does little harm. */
const longestWaitMs = hourMs;
const mendEveryMs = 5 * minuteMs;
/** BullMQ's score of a delayed item is its time times this. */
const scoresPerMs = 4_096;
/** How often a worker looks whether its items are still left to others. */
const leaveEveryMs = 1_000;

/** Unexpected failures are tried again for about a day: at first after seconds, then every five minutes. */
export const attempts = 300;
const slowestRetryMs = 5 * minuteMs;

interface Options {
  jobs: BullQueue;
  name: string;
  work: Work;
  /** Adds an item that takes its first step later; does nothing if it is there. */
  add: (id: string, item: unknown, afterMs: number) => Promise<unknown>;
  /** Called when a step failed unexpectedly. */
  onFailure?: (() => void) | undefined;
  tracing: Tracing;
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** Starts a worker. An item is with one worker of all processes at a time, and takes each step at least once. */
export function startWorker({ jobs, name, work, add, onFailure, tracing, onRedisError, log }: Options) {
  const { round, advance, watch, isLeftToOthers = () => false } = work;
  /** Each item that takes its steps here, and whether it was woken since the present step began. */
  const here = new Map<string, { isWoken: boolean }>();
  const share = workspaceConcurrency(slots.all, slots.ofWorkspace);
  let isClosing = false;

  async function run(job: Job, token: string | undefined): Promise<void> {
    if (job.name === roundName) return endOldRounds(jobs);
    if (isLeftToOthers()) return again(job, token, leaveEveryMs);
    const { id = "", data } = job;
    const outcome = await takeSteps(id, data, job.opts.telemetry?.metadata);
    watch?.worked(id, data);
    if (outcome === "done") return;
    // When this process ends, another one goes on at once.
    return again(job, token, outcome === "next" ? 0 : outcome.againInMs);
  }

  /** Any process takes the item's next step after this time. */
  async function again(job: Job, token: string | undefined, waitMs: number): Promise<never> {
    const { id = "", data } = job;
    try {
      // BullMQ subtracts its own reading of the same clock.
      await job.moveToDelayed(Date.now() + Math.min(waitMs, longestWaitMs), token);
    } catch (error) {
      // Redis may have lost the job during the step, and the item is not done.
      if ((await jobs.queue.getJob(id)) !== undefined) throw error;
      await add(id, data, waitMs);
    }
    throw new DelayedError();
  }

  /** All steps up to a wait or the end, once there is a slot for the item's workspace. */
  async function takeSteps(id: string, item: unknown, parent: string | undefined): Promise<Step> {
    const slot = share.enter(ownerOf(id, item));
    if ("againInMs" in slot) return slot;
    try {
      const step = () => tracing.begin("job.step", { "qm.job": name }, { parent }, () => advance(id, item));
      return await stepsHere(id, () => unlessLimited(step));
    } finally {
      here.delete(id);
      slot.leave();
    }
  }

  /** Forgets the item in the same instant in which it sees that the item was not woken, so no notice is lost. */
  async function stepsHere(id: string, step: () => Promise<Step>): Promise<Step> {
    const present = { isWoken: false };
    here.set(id, present);
    let outcome: Step = "next";
    while (outcome === "next" || present.isWoken) {
      if (isClosing) return "next";
      present.isWoken = false;
      outcome = await step();
    }
    here.delete(id);
    return outcome;
  }

  const worker = new Worker(
    name,
    run,
    {
      ...jobs.workerOptions,
      concurrency: slots.all,
      settings: { backoffStrategy: (failures: number) => backOffMs(failures, slowestRetryMs) },
    },
    jobs.backend,
  );
  /** Makes items due that have a time too far ahead: a process with a wrong clock wrote it. */
  async function mendTimes(): Promise<void> {
    const fromMs = jobs.now().getTime() + longestWaitMs + minuteMs;
    const delayed = jobs.queue.toKey("delayed");
    const far = await jobs.producer.zrangebyscore(delayed, fromMs * scoresPerMs, "+inf", "LIMIT", 0, 100);
    for (const id of far) await (await jobs.queue.getJob(id))?.promote().catch(() => undefined);
  }
  const mending = setInterval(() => void mendTimes().catch(onRedisError), mendEveryMs).unref();

  const leaving = setInterval(() => {
    if (isLeftToOthers() !== worker.isPaused())
      void (worker.isPaused() ? worker.resume() : worker.pause(true)).catch(onRedisError);
  }, leaveEveryMs).unref();
  const rounds = round && makeRounds({ redis: jobs.producer, name, round, onFailure, onRedisError, log });
  worker.on("error", onRedisError);
  worker.on("failed", (job, err) => {
    onFailure?.();
    if (job) watch?.failed(job.id ?? "", job.data, err);
    const isGivenUp = job !== undefined && job.attemptsMade >= attempts;
    // Only a person can mend it, and hears of it.
    const level = isAppError(err, "user") ? "warn" : "error";
    log[level](
      { err, job: job?.id, failures: job?.attemptsMade },
      isGivenUp ? "gave up on an item after a day of failures" : "a step failed; trying again",
    );
  });

  return {
    /** Has an item that is in this process take another step after the present one. False if it is not here. */
    wake(id: string): boolean {
      const present = here.get(id);
      if (present) present.isWoken = true;
      return present !== undefined;
    },
    /** Lets the steps under way end, for at most `graceMs`. */
    async close(graceMs: number): Promise<void> {
      isClosing = true;
      clearInterval(leaving);
      clearInterval(mending);
      await Promise.all([rounds?.close(graceMs), jobs.close(worker, graceMs)]);
    },
  };
}

/** Takes the steps of a queue's items in this process. */
export type QueueWorker = ReturnType<typeof startWorker>;

/** An item names its workspace; one that does not is its own owner. */
function ownerOf(id: string, item: unknown): string {
  const isWorkspaces = typeof item === "object" && item !== null && "workspaceId" in item;
  return isWorkspaces ? String(item.workspaceId) : id;
}

/** A rate limit reschedules the item; it is not a failure. */
async function unlessLimited(step: () => Promise<Step>): Promise<Step> {
  try {
    return await step();
  } catch (error) {
    if (isAppError(error, "limited")) return { againInMs: error.retryAfterMs ?? unknownLimitMs };
    throw error;
  }
}
