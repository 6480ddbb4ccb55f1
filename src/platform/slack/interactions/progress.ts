import { setTimeout as sleep } from "node:timers/promises";
import type { Telling } from "../../commands/command.ts";
import type { Say } from "./respond.ts";

/** Tells of progress, and knows whether anything was told. */
export interface Told extends Telling {
  anything(): boolean;
  /** Tells nothing more, and waits for what is on its way, so that it comes before what is said next; for 5 s at most. */
  end(): Promise<void>;
}

/** How often progress may be told. */
export interface Pace {
  /** How many times in all. */
  most: number;
  /** Quicker work shows none. */
  firstAfterMs: number;
  leastGapMs: number;
  /** By how much longer each gap is than the one before. */
  slowDown: number;
}

// https://docs.slack.dev/interactivity/handling-user-interaction: a response_url takes five posts. The answer needs
// one, and another one where Slack refuses its blocks. The last ones are left for work that takes minutes.
export const fewPosts: Pace = { most: 3, firstAfterMs: 1_500, leastGapMs: 6_000, slowDown: 4 };

// https://docs.slack.dev/reference/methods/chat.update: 50 a minute for everybody in the workspace. The first takes a
// person elsewhere, so it has to be worth the way.
export const manyEdits: Pace = { most: Infinity, firstAfterMs: 4_000, leastGapMs: 3_000, slowDown: 1 };

const longestEndMs = 5_000;

/**
 * Tells of progress at a pace. `say` shows it; what cannot be shown is let go, since the answer is what counts.
 */
export function tellThrough(
  say: Say,
  { most, firstAfterMs, leastGapMs, slowDown }: Pace,
  now: () => number,
  onFailure: (error: unknown) => void,
): Told {
  let told = 0;
  let nextAtMs = now() + firstAfterMs;
  let under: Promise<unknown> = Promise.resolve();
  let ended = false;
  return {
    anything: () => told > 0,
    async progress(reply) {
      if (ended || told >= most || now() < nextAtMs) return;
      told += 1;
      nextAtMs = now() + leastGapMs * slowDown ** (told - 1);
      // One after the other, so that an older one never stands over a newer.
      under = under.then(() => say(reply)).catch(onFailure);
      await under;
    },
    async end() {
      ended = true;
      await Promise.race([under, sleep(longestEndMs, undefined, { ref: false })]);
    },
  };
}
