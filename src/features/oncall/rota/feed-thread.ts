import { parentPort } from "node:worker_threads";
import { readCalendar } from "./calendar.ts";
import type { FeedOutcome, FeedToRead } from "./feed.ts";
import { FeedProblem } from "./feed-lines.ts";

// A feed may be made to keep its reader busy, so it is read in a thread that can be ended.
parentPort?.on("message", (feed: FeedToRead) => parentPort?.postMessage(outcomeOf(feed)));

function outcomeOf({ text, nowMs }: FeedToRead): FeedOutcome {
  try {
    return { reading: readCalendar(text, nowMs) };
  } catch (error) {
    // Other messages may quote the feed.
    return { problem: error instanceof FeedProblem ? error.message : "It can't be read." };
  }
}
