import type { LedgerParts } from "./parts.ts";
import { performance } from "node:perf_hooks";
import { type Day, addDays } from "../../../lib/day.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";

// The span that clouds count requests in.
const windowMs = 10_000;
const usualRequests = 8;

/** How fast requests may follow each other. */
export interface Pace {
  /** How many may go out at once, if there are no more. */
  atOnce: number;
  /** Between the beginnings of two requests, where there are more. */
  gapMs: number;
}

/**
 * The pace of so many requests in any 10 s. A budget counts from its first request on: a burst at the end of one
 * count and another at the beginning of the next would be too many for clouds that look at any 10 s.
 */
export function paceOf(requestsPerWindow = usualRequests): Pace {
  return { atOnce: requestsPerWindow, gapMs: windowMs / requestsPerWindow };
}

/** Answers what to call before each of `count` requests: it waits for as long as the pace wants. */
export function pacer(
  { sleep, now }: Required<Pick<LedgerParts, "sleep" | "now">>,
  { atOnce, gapMs }: Pace,
  count: number,
): () => Promise<void> {
  let nextAtMs = 0;
  return async () => {
    if (count <= atOnce) return;
    // A clock that was set back makes no wait longer.
    const waitMs = Math.min(gapMs, nextAtMs - now().getTime());
    if (waitMs > 0) await sleep(waitMs);
    nextAtMs = now().getTime() + gapMs;
  };
}

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

// spec/api.md, "Usage costs": to_date at most 30 days after from_date.
const mostDaysAfterTheFirst = 30;

/** The fewest spans of at most 31 days that hold all of these days, the newest first; each begins and ends with one of them. */
export function windowsOf(days: readonly Day[]): DaySpan[] {
  const windows: DaySpan[] = [];
  for (const day of days.toSorted().toReversed()) {
    const window = windows.at(-1);
    if (window && day >= addDays(window.to, -mostDaysAfterTheFirst)) window.from = day;
    else windows.push({ from: day, to: day });
  }
  return windows;
}
