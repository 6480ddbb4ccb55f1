import type { LedgerParts } from "./parts.ts";
import { performance } from "node:perf_hooks";
import { type Day, addDays } from "../../../lib/day.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";

// Clouds limit the requests in any span of this length.
const windowMs = 10_000;
const usualRequests = 8;

/** How fast requests may be sent. */
export interface Pace {
  /** Up to this many requests may go out without gaps. */
  atOnce: number;
  /** The time between the starts of two requests, if there are more. */
  gapMs: number;
}

/**
 * The pace for this many requests in any 10 s. A quota counts in fixed windows that begin with a request. Bursts at the
 * end of one window and the start of the next would exceed the limit of a cloud with a sliding window.
 */
export function paceOf(requestsPerWindow = usualRequests): Pace {
  return { atOnce: requestsPerWindow, gapMs: windowMs / requestsPerWindow };
}

/** Returns a function to call before each of `count` requests; it waits as long as the pace demands. */
export function pacer(
  { sleep, now }: Required<Pick<LedgerParts, "sleep" | "now">>,
  { atOnce, gapMs }: Pace,
  count: number,
): () => Promise<void> {
  let nextAtMs = 0;
  return async () => {
    if (count <= atOnce) return;
    // A clock that was set back must not make the wait longer.
    const waitMs = Math.min(gapMs, nextAtMs - now().getTime());
    if (waitMs > 0) await sleep(waitMs);
    nextAtMs = now().getTime() + gapMs;
  };
}

/** A ledger's progress: requests done, their total, and the estimated time for the rest. */
export interface ReadProgress {
  done: number;
  of: number;
  secondsLeft: number;
}

/** Counts `of` requests, and reports the start, each finished request and each wait. */
export function followProgress(
  of: number,
  { atOnce, gapMs }: Pace,
  report: (progress: ReadProgress) => void,
) {
  const startedAtMs = performance.now();
  let done = 0;

  function reportNow(waitMs: number): void {
    const measured = done === 0 ? 0 : (performance.now() - startedAtMs) / 1_000 / done;
    const atLeast = of > atOnce ? gapMs / 1_000 : 0;
    const secondsLeft = Math.ceil((of - done) * Math.max(measured, atLeast) + waitMs / 1_000);
    report({ done, of, secondsLeft });
  }

  reportNow(0);
  return {
    get done() {
      return done;
    },
    of,
    onDone(requests = 1) {
      done += requests;
      reportNow(0);
    },
    onWait: reportNow,
  };
}

// spec/api.md, "Usage costs": to_date at most 30 days after from_date.
const mostDaysAfterTheFirst = 30;

/** The fewest spans of at most 31 days that cover these days, the newest first. Each begins and ends with one of them. */
export function windowsOf(days: readonly Day[]): DaySpan[] {
  const windows: DaySpan[] = [];
  for (const day of days.toSorted().toReversed()) {
    const window = windows.at(-1);
    if (window && day >= addDays(window.to, -mostDaysAfterTheFirst)) window.from = day;
    else windows.push({ from: day, to: day });
  }
  return windows;
}
