import { setTimeout as sleep } from "node:timers/promises";
import type { Telling } from "../commands/command.ts";
import type { Say } from "./respond.ts";

/** Tells of progress, and knows whether anything was told. */
export interface Told extends Telling {
  anything(): boolean;
  /** Tells nothing more, and waits for what is on its way, so that it comes before what is said next; for 5 s at most. */
  end(): Promise<void>;
}

// https://docs.slack.dev/interactivity/handling-user-interaction: a response_url takes five posts. The answer needs
// one, and another one where Slack refuses its blocks.
const mostProgress = 3;
const leastGapMs = 1_500;
const longestEndMs = 5_000;
/** Each later step waits longer, so that the last ones are left for work that takes minutes. */
const slowDown = 4;

/**
 * Tells of progress through a few posts: the first after a moment, so that quick work shows none, then ever more rarely.
 * `say` shows it; what cannot be shown is let go, since the answer is what counts.
 */
export function tellThrough(say: Say, now: () => number, onFailure: (error: unknown) => void): Told {
  let told = 0;
  let nextAtMs = now() + leastGapMs;
  let under: Promise<unknown> = Promise.resolve();
  let ended = false;
  return {
    anything: () => told > 0,
    async progress(reply) {
      if (ended || told >= mostProgress || now() < nextAtMs) return;
      told += 1;
      nextAtMs = now() + leastGapMs * slowDown ** told;
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
