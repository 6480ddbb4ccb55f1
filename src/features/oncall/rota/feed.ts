import { Worker } from "node:worker_threads";
import { AppError } from "../../../lib/errors.ts";
import { fairSlots } from "../../../platform/jobs/fair-slots.ts";
import type { FeedReading } from "./calendar.ts";
import * as texts from "./texts.ts";

/** What the thread gets. */
export interface FeedToRead {
  text: string;
  nowMs: number;
}

/** What the thread found, or why it can't read the feed. */
export type FeedOutcome = { reading: FeedReading } | { problem: string };

/** A calendar of 2 MB takes a third of a second with the start of the thread, and a busy machine needs many times that. */
const usualMs = 10_000;
/** A calendar of 2 MB needs half of it. */
const resourceLimits = { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 4 };
/** Feeds in memory at once. One workspace has half of them at most. */
const mostFeeds = 4;
/** Those that wait, with those in memory. */
const mostAsked = 20;
const mostAskedByOne = 6;
const retryAfterMs = 10_000;

/** Downloads a feed of a workspace and reads it. */
export type ReadFeed = (
  workspaceId: string,
  download: () => Promise<string>,
  nowMs: number,
) => Promise<FeedReading>;

/**
 * Makes a reader of feeds. It reads one at a time in a thread, and has few in memory. Workspaces that wait take turns.
 * Fails as `user` if a feed can't be read, and as `limited` if too many wait.
 */
export function feedReader(withinMs = usualMs): ReadFeed {
  const places = fairSlots(mostFeeds, 1);
  const threads = fairSlots(1, 1);
  const asked = new Map<string, number>();
  const count = (owner: string, more: number) => asked.set(owner, (asked.get(owner) ?? 0) + more);

  return async (owner, download, nowMs) => {
    const all = [...asked.values()].reduce((sum, each) => sum + each, 0);
    if (all >= mostAsked || (asked.get(owner) ?? 0) >= mostAskedByOne)
      throw new AppError("limited", texts.busy, { retryAfterMs });
    count(owner, 1);
    try {
      return await inSlot(places, owner, async () => {
        const text = await download();
        return inSlot(threads, owner, () => readInThread({ text, nowMs }, withinMs));
      });
    } finally {
      if (count(owner, -1).get(owner) === 0) asked.delete(owner);
    }
  };
}

/** The reader of this process. There is one, because each thread takes memory. */
export const readFeed = feedReader();

async function inSlot<Result>(
  slots: ReturnType<typeof fairSlots>,
  owner: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await slots.enter(owner);
  try {
    return await work();
  } finally {
    slots.leave(owner);
  }
}

async function readInThread(feed: FeedToRead, withinMs: number): Promise<FeedReading> {
  const script = new URL("./feed-thread.ts", import.meta.url);
  // It needs no environment, which may hold secrets.
  const worker = new Worker(script, { name: "rota", env: {}, resourceLimits });
  const { promise, resolve } = Promise.withResolvers<FeedOutcome>();
  const tooMuch = () => resolve({ problem: texts.tooMuch });
  const timer = setTimeout(tooMuch, withinMs);
  worker.on("message", resolve);
  worker.on("error", tooMuch);
  worker.on("exit", tooMuch);
  worker.postMessage(feed);
  try {
    const outcome = await promise;
    if ("problem" in outcome) throw new AppError("user", outcome.problem);
    return outcome.reading;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
