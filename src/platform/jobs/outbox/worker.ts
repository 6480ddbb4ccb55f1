import { DelayedError, type Job, Worker } from "bullmq";
import type { Logger } from "pino";
import type { Step } from "../queue.ts";
import { connectBullQueue, makeRounds, roundName } from "../bullmq.ts";
import { fairShare } from "../backpressure.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { WaitingOutbox } from "./outboxes.ts";

interface Options {
  redisUrl: string;
  /** What carries one outbox on, from now until it is held or nothing is left. */
  stepsOf: (outbox: WaitingOutbox) => () => Promise<Step>;
  /** Whether something is left after all: what came while an outbox ended its last step was told to nobody. */
  isLeft: (outbox: WaitingOutbox) => Promise<boolean>;
  /** The outboxes that have something to show, for those of which nobody said so. */
  waiting: () => Promise<WaitingOutbox[]>;
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** What carries outboxes on, in this process or in another one. */
interface OutboxWorker {
  /** Sees to it that an outbox is carried on; one that is, or that waits until it may go on, stays as it is. */
  add(outbox: WaitingOutbox): Promise<void>;
  ping(): Promise<void>;
  close(graceMs: number): Promise<void>;
}

const name = "outboxes";
const roundMs = 5_000;
/** Outboxes mostly wait for Slack. */
const outboxesAtOnce = 1_000;
/** A workspace may have so many of them, and more only while half are free. */
const outboxesOfOne = 50;
/** An outbox stays in its process through a shorter pause, and after its last item for a few of these: more may come. */
const stayMs = 1_000;
const staysIdle = 4;
/** While more outboxes than these are carried here, none stays. */
const outboxesThatStay = 800;

/** Carries each outbox by one worker of all processes at a time, with BullMQ. */
export function startOutboxWorker({
  redisUrl,
  stepsOf,
  isLeft,
  waiting,
  onRedisError,
  log,
}: Options): OutboxWorker {
  const jobs = connectBullQueue(redisUrl, name, onRedisError);
  const closing = new AbortController();
  const here = new Map<string, HeldHere>();
  const share = fairShare(outboxesAtOnce, outboxesOfOne);

  async function add(outbox: WaitingOutbox): Promise<void> {
    if (here.get(idOf(outbox))?.wake()) return;
    const { data, opts } = jobOf(outbox);
    await jobs.queue.add(name, data, opts);
  }

  async function addAll(outboxes: readonly WaitingOutbox[]): Promise<void> {
    for (let from = 0; from < outboxes.length; from += outboxesAtOnce) {
      await jobs.queue.addBulk(outboxes.slice(from, from + outboxesAtOnce).map(jobOf));
    }
  }

  async function carry(job: Job, token: string | undefined): Promise<void> {
    if (job.name === roundName) return addAll(await waiting());
    const outbox = outboxOf(job);
    const outcome = await workInPlace(outbox);
    if (outcome === "done") return;
    // At the end of this process another one goes on at once.
    const waitMs = outcome === "next" ? 0 : outcome.againInMs;
    await job.moveToDelayed(Date.now() + waitMs, token);
    throw new DelayedError();
  }

  async function workInPlace(outbox: WaitingOutbox): Promise<Step> {
    const place = share.enter(outbox.workspaceId);
    if ("againInMs" in place) return place;
    const carried = heldHere();
    here.set(idOf(outbox), carried);
    try {
      return await carryOn(stepsOf(outbox), carried);
    } finally {
      here.delete(idOf(outbox));
      place.leave();
    }
  }

  /** An outbox that is to go on soon stays here, for much of the work is to hand it on. */
  async function carryOn(step: () => Promise<Step>, carried: HeldHere): Promise<Step> {
    let outcome: Step = "next";
    let idle = 0;
    while (!closing.signal.aborted) {
      carried.rest();
      outcome = await step();
      if (outcome === "next") {
        idle = 0;
        continue;
      }
      const waitMs = outcome === "done" ? stayMs : outcome.againInMs;
      const isOver = outcome === "done" && idle === staysIdle;
      if (isOver || waitMs > stayMs || here.size > outboxesThatStay) return outcome;
      const wasWoken = await carried.until(waitMs, closing.signal);
      idle = outcome === "done" && !wasWoken ? idle + 1 : 0;
    }
    return outcome === "done" ? "done" : "next";
  }

  async function addIfLeft(job: Job): Promise<void> {
    if (job.name !== roundName && (await isLeft(outboxOf(job)))) await add(outboxOf(job));
  }

  const worker = new Worker(name, carry, { ...jobs.workerOptions, concurrency: outboxesAtOnce });
  makeRounds(jobs, roundMs, onRedisError);
  worker.on("error", onRedisError);
  // Whatever is not added now is by the next round.
  worker.on("completed", (job) => void addIfLeft(job).catch(onRedisError));
  worker.on("failed", (job, err) =>
    log.warn({ err, outbox: job?.id }, "an outbox is carried on by the next round"),
  );

  return {
    add,
    ping: () => jobs.ping(),
    async close(graceMs) {
      closing.abort();
      await jobs.close(worker, graceMs);
    },
  };
}

function idOf({ workspaceId, channelId }: WaitingOutbox): string {
  return `${workspaceId}.${channelId}`;
}

function jobOf(outbox: WaitingOutbox) {
  const { workspaceId, channelId } = outbox;
  const opts = { jobId: idOf(outbox), removeOnComplete: true, removeOnFail: true };
  return { name, data: { workspaceId, channelId }, opts };
}

function outboxOf(job: Job<WaitingOutbox>): WaitingOutbox {
  return job.data;
}

/** An outbox that is carried in this process. */
interface HeldHere {
  /** Tells it that there is something to show; it looks for that in its next step. Answers true. */
  wake(): true;
  /** Forgets what it was told so far, since a step looks for itself. */
  rest(): void;
  /** Waits for so long, or until it is woken, which it answers. */
  until(ms: number, signal: AbortSignal): Promise<boolean>;
}

/** An outbox that nobody woke yet. */
export function heldHere(): HeldHere {
  let isWoken = false;
  let waiting: AbortController | undefined;

  return {
    wake() {
      isWoken = true;
      waiting?.abort();
      return true;
    },
    rest: () => void (isWoken = false),
    async until(ms, signal) {
      if (isWoken) return true;
      waiting = new AbortController();
      const either = AbortSignal.any([signal, waiting.signal]);
      await sleep(ms, undefined, { signal: either }).catch(() => undefined);
      waiting = undefined;
      return isWoken;
    },
  };
}
