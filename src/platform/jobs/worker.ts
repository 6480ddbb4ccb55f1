import { setTimeout as sleep } from "node:timers/promises";
import { DelayedError, type Job, Worker } from "bullmq";
import type { Logger } from "pino";
import { isAppError } from "../../lib/errors.ts";
import type { Tracing } from "../../lib/tracing/tracing.ts";
import { workspaceConcurrency } from "./backpressure.ts";
import { type BullQueue, makeRounds, roundName } from "./bullmq.ts";
import { backOffMs, unknownLimitMs } from "./keep-trying.ts";
import { minuteMs } from "../../lib/duration.ts";

/** The outcome of a step: another one now, later, or none. */
export type Step = "done" | "next" | { againInMs: number };

/** What a process does with a queue's items. */
export type Work = WorkOptions &
  (
    | {
        /** Takes one step. It may be repeated after a crash at any line, so it must find out what is done already. */
        advance: (id: string, item: unknown) => Promise<Step>;
      }
    | {
        /** Makes the function that takes an item's steps, for as long as the item stays in this process. */
        stepsOf: (id: string, item: unknown) => () => Promise<Step>;
      }
  );

interface WorkOptions {
  /** Repeated by one process at a time. If a round fails, the next one covers it. */
  round?: { everyMs: number; run: () => Promise<void> };
  /** How many items take steps in this process at once. A workspace gets more than its share while half are free. */
  slots?: { all: number; ofWorkspace: number };
  /** An item that goes on within this time stays in its process, and after its last step for four times as long. */
  stayMs?: number;
  /** True if an item that was done has something to do again, which its last step may have missed. */
  isLeft?: (id: string, item: unknown) => Promise<boolean>;
}

/** Steps mostly wait for a cloud or for Slack: some for seconds, those that read long histories for minutes. */
const usualSlots = { all: 40, ofWorkspace: 4 };
/** An item that is done stays for as many rests, because more may come. */
const idleRests = 4;

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
  const { round, slots = usualSlots, stayMs = 0, isLeft } = work;
  const here = new Map<string, ReturnType<typeof itemHere>>();
  const share = workspaceConcurrency(slots.all, slots.ofWorkspace);
  // While most slots are taken, no item stays.
  const mostThatStay = 0.8 * slots.all;
  const closing = new AbortController();

  async function run(job: Job, token: string | undefined): Promise<void> {
    if (job.name === roundName) return round?.run();
    const { id = "", data } = job;
    const outcome = await takeSteps(id, data, job.opts.telemetry?.metadata);
    if (outcome === "done") return;
    // When this process ends, another one goes on at once.
    const waitMs = outcome === "next" ? 0 : outcome.againInMs;
    try {
      await job.moveToDelayed(Date.now() + waitMs, token);
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
    const present = itemHere();
    here.set(id, present);
    try {
      const step =
        "stepsOf" in work
          ? work.stepsOf(id, item)
          : () => tracing.begin("job.step", { "qm.job": name }, { parent }, () => work.advance(id, item));
      return await stepsHere(
        () => unlessLimited(step),
        present,
        () => here.delete(id),
      );
    } finally {
      here.delete(id);
      slot.leave();
    }
  }

  /** Calls `leave` in the same instant in which it sees that the item was not woken, so no notice is lost. */
  async function stepsHere(
    step: () => Promise<Step>,
    present: ReturnType<typeof itemHere>,
    leave: () => void,
  ): Promise<Step> {
    let outcome: Step = "next";
    let rests = 0;
    while (!closing.signal.aborted) {
      present.listen();
      outcome = await step();
      if (outcome === "next") {
        rests = 0;
        continue;
      }
      const waitMs = outcome === "done" ? stayMs : outcome.againInMs;
      const isOver = outcome === "done" && rests === idleRests;
      if (isOver || waitMs > stayMs || stayMs === 0 || here.size > mostThatStay) {
        if (present.isWoken()) continue;
        leave();
        return outcome;
      }
      const wasWoken = await present.rest(waitMs, closing.signal);
      rests = outcome === "done" && !wasWoken ? rests + 1 : 0;
    }
    return outcome === "done" ? "done" : "next";
  }

  async function addIfLeft({ name: jobName, id = "", data }: Job): Promise<void> {
    if (jobName !== roundName && (await isLeft?.(id, data))) await add(id, data, 0);
  }

  const worker = new Worker(name, run, {
    ...jobs.workerOptions,
    concurrency: slots.all,
    settings: { backoffStrategy: (failures: number) => backOffMs(failures, slowestRetryMs) },
  });
  if (round) makeRounds(jobs, round.everyMs, onRedisError);
  worker.on("error", onRedisError);
  // The next round finds what is not added now.
  worker.on("completed", (job) => void addIfLeft(job).catch(onRedisError));
  worker.on("failed", (job, err) => {
    onFailure?.();
    const isGivenUp = job !== undefined && job.attemptsMade >= attempts;
    log.error(
      { err, job: job?.id, failures: job?.attemptsMade },
      isGivenUp ? "gave up on an item after a day of failures" : "a step failed; trying again",
    );
  });

  return {
    /** Has an item that is in this process take another step after the present one. False if it is not here. */
    wake: (id: string): boolean => here.get(id)?.wake() ?? false,
    /** Lets the steps under way end, for at most `graceMs`, then disconnects. */
    async close(graceMs: number): Promise<void> {
      closing.abort();
      await jobs.close(worker, graceMs);
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

/** An item that takes its steps in this process. It was not woken yet. */
export function itemHere() {
  let isWoken = false;
  let resting: AbortController | undefined;

  return {
    /** Notes that there is something to do. Returns true. */
    wake() {
      isWoken = true;
      resting?.abort();
      return true;
    },
    /** Forgets notices so far, because the step that begins reads the state itself. */
    listen: () => void (isWoken = false),
    isWoken: () => isWoken,
    /** Waits this long, or until the item is woken. Returns whether it was. */
    async rest(ms: number, signal: AbortSignal): Promise<boolean> {
      if (isWoken) return true;
      resting = new AbortController();
      const either = AbortSignal.any([signal, resting.signal]);
      await sleep(ms, undefined, { signal: either }).catch(() => undefined);
      resting = undefined;
      return isWoken;
    },
  };
}
