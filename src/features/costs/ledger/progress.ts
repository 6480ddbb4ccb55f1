import { performance } from "node:perf_hooks";
import type { Pace } from "./pace.ts";

/** How far a ledger is with asking the cloud: requests done, of how many, and about how long the others take. */
export interface ReadProgress {
  done: number;
  of: number;
  secondsLeft: number;
}

/** Follows `of` requests, and tells of each one done and of each longer wait. */
export function followProgress(of: number, { atOnce, gapMs }: Pace, tell: (progress: ReadProgress) => void) {
  const startedAtMs = performance.now();
  let done = 0;

  function say(waitMs: number): void {
    const measured = done === 0 ? 0 : (performance.now() - startedAtMs) / 1_000 / done;
    const atLeast = of > atOnce ? gapMs / 1_000 : 0;
    const secondsLeft = Math.ceil((of - done) * Math.max(measured, atLeast) + waitMs / 1_000);
    tell({ done, of, secondsLeft });
  }

  say(0);
  return {
    get done() {
      return done;
    },
    of,
    onDone(requests = 1) {
      done += requests;
      say(0);
    },
    onWait: say,
  };
}
