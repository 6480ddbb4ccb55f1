import { DelayedError, type Job, Worker } from "bullmq";
import type { Logger } from "pino";
import type { Step } from "../queue.ts";
import { connectBullQueue, makeRounds, roundName } from "../bullmq.ts";
import { fairShare } from "../backpressure.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { WaitingLane } from "./outboxes.ts";

interface Options {
  redisUrl: string;
  /** What carries one lane on, from now until it is held or nothing is left. */
  stepsOf: (lane: WaitingLane) => () => Promise<Step>;
  /** Whether something is left after all: what came while a lane ended its last step was told to nobody. */
  isLeft: (lane: WaitingLane) => Promise<boolean>;
  /** The lanes that have something to show, for those of which nobody said so. */
  waiting: () => Promise<WaitingLane[]>;
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** What carries lanes on, in this process or in another one. */
interface Carrier {
  /** Sees to it that a lane is carried on; one that is, or that waits until it may go on, stays as it is. */
  add(lane: WaitingLane): Promise<void>;
  ping(): Promise<void>;
  close(graceMs: number): Promise<void>;
}

const name = "lanes";
const roundMs = 5_000;
/** Lanes mostly wait for Slack. */
const lanesAtOnce = 1_000;
/** A workspace may have so many of them, and more only while half are free. */
const lanesOfOne = 50;
/** A lane stays in its process through a shorter pause, and after its last item for a few of these: more may come. */
const stayMs = 1_000;
const staysIdle = 4;
/** While more lanes than these are carried here, none stays. */
const lanesThatStay = 800;

/** Carries each lane by one worker of all processes at a time, with BullMQ. */
export function startCarrier({ redisUrl, stepsOf, isLeft, waiting, onRedisError, log }: Options): Carrier {
  const jobs = connectBullQueue(redisUrl, name, onRedisError);
  const closing = new AbortController();
  const here = new Map<string, Carried>();
  const share = fairShare(lanesAtOnce, lanesOfOne);

  async function add(lane: WaitingLane): Promise<void> {
    if (here.get(idOf(lane))?.wake()) return;
    const { data, opts } = jobOf(lane);
    await jobs.queue.add(name, data, opts);
  }

  async function addAll(lanes: readonly WaitingLane[]): Promise<void> {
    for (let from = 0; from < lanes.length; from += lanesAtOnce) {
      await jobs.queue.addBulk(lanes.slice(from, from + lanesAtOnce).map(jobOf));
    }
  }

  async function carry(job: Job, token: string | undefined): Promise<void> {
    if (job.name === roundName) return addAll(await waiting());
    const lane = laneOf(job);
    const outcome = await carryInPlace(lane);
    if (outcome === "done") return;
    // At the end of this process another one goes on at once.
    const waitMs = outcome === "next" ? 0 : outcome.againInMs;
    await job.moveToDelayed(Date.now() + waitMs, token);
    throw new DelayedError();
  }

  async function carryInPlace(lane: WaitingLane): Promise<Step> {
    const place = share.enter(lane.workspaceId);
    if ("againInMs" in place) return place;
    const carried = carriedHere();
    here.set(idOf(lane), carried);
    try {
      return await carryOn(stepsOf(lane), carried);
    } finally {
      here.delete(idOf(lane));
      place.leave();
    }
  }

  /** A lane that is to go on soon stays here, for much of the work is to hand it on. */
  async function carryOn(step: () => Promise<Step>, carried: Carried): Promise<Step> {
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
      if (isOver || waitMs > stayMs || here.size > lanesThatStay) return outcome;
      const wasWoken = await carried.until(waitMs, closing.signal);
      idle = outcome === "done" && !wasWoken ? idle + 1 : 0;
    }
    return outcome === "done" ? "done" : "next";
  }

  async function addIfLeft(job: Job): Promise<void> {
    if (job.name !== roundName && (await isLeft(laneOf(job)))) await add(laneOf(job));
  }

  const worker = new Worker(name, carry, { ...jobs.workerOptions, concurrency: lanesAtOnce });
  makeRounds(jobs, roundMs, onRedisError);
  worker.on("error", onRedisError);
  // Whatever is not added now is by the next round.
  worker.on("completed", (job) => void addIfLeft(job).catch(onRedisError));
  worker.on("failed", (job, err) =>
    log.warn({ err, lane: job?.id }, "a lane is carried on by the next round"),
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

function idOf({ workspaceId, channelId }: WaitingLane): string {
  return `${workspaceId}.${channelId}`;
}

function jobOf(lane: WaitingLane) {
  const { workspaceId, channelId } = lane;
  const opts = { jobId: idOf(lane), removeOnComplete: true, removeOnFail: true };
  return { name, data: { workspaceId, channelId }, opts };
}

function laneOf(job: Job<WaitingLane>): WaitingLane {
  return job.data;
}

/** A lane that is carried in this process. */
interface Carried {
  /** Tells it that there is something to show; it looks for that in its next step. Answers true. */
  wake(): true;
  /** Forgets what it was told so far, since a step looks for itself. */
  rest(): void;
  /** Waits for so long, or until it is woken, which it answers. */
  until(ms: number, signal: AbortSignal): Promise<boolean>;
}

/** A lane that nobody woke yet. */
export function carriedHere(): Carried {
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
