import { Worker } from "node:worker_threads";
import { AppError } from "../../../lib/errors.ts";
import type { FedShift } from "./calendar.ts";

/** What the thread gets. */
export interface FeedToRead {
  text: string;
  nowMs: number;
}

/** What the thread found, or why it can't read the feed. */
export type FeedOutcome = { shifts: FedShift[] } | { problem: string };

/** A calendar of 2 MB takes a third of a second with the start of the thread, and a busy machine needs many times that. */
const usualMs = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** The times on call in an iCal feed around a moment, by their begin. Fails as `user` if it can't be read. */
export async function readFeed(feed: FeedToRead, withinMs = usualMs): Promise<FedShift[]> {
  const script = new URL("./feed-thread.ts", import.meta.url);
  // It needs no environment, which may hold secrets.
  const worker = new Worker(script, { name: "rota", env: {}, resourceLimits });
  const { promise, resolve } = Promise.withResolvers<FeedOutcome>();
  const tooMuch = () => resolve({ problem: "It takes too long to read." });
  const timer = setTimeout(tooMuch, withinMs);
  worker.on("message", resolve);
  worker.on("error", tooMuch);
  worker.on("exit", tooMuch);
  worker.postMessage(feed);
  try {
    const outcome = await promise;
    if ("problem" in outcome) throw new AppError("user", outcome.problem);
    return outcome.shifts;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
