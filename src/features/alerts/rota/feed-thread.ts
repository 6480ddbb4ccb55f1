import { parentPort } from "node:worker_threads";
import { FeedProblem, shiftsIn } from "./calendar.ts";
import type { FeedOutcome, FeedToRead } from "./feed.ts";

// A feed may be made to keep its reader busy for hours, so it is read in a thread that can be ended.
parentPort?.on("message", (feed: FeedToRead) => parentPort?.postMessage(outcomeOf(feed)));

function outcomeOf({ text, nowMs }: FeedToRead): FeedOutcome {
  try {
    return { shifts: shiftsIn(text, nowMs) };
  } catch (error) {
    // Other messages are the library's, and quote the feed.
    return { problem: error instanceof FeedProblem ? error.message : "An event in it can't be read." };
  }
}
