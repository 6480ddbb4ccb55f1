import type { LedgerParts } from "./kept-days.ts";
import { performance } from "node:perf_hooks";
import { type Day, addDays } from "../../../lib/day.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { minuteMs } from "../../../lib/duration.ts";

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
    onDone() {
      done += 1;
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

/** A ledger's longest total wait for the cloud. A command in Slack can be answered for 30 minutes. */
export const longestWaitMs = 25 * minuteMs;

// For a server that rate-limits without a retry time.
const usualWaitMs = 10_000;
// A call itself has already retried within seconds.
const waitsAfterFailuresMs = [2_000, 8_000, 30_000];

/** Receives each wait that begins, in milliseconds. */
type OnWait = (waitMs: number) => void;

/** How a request waits. */
export interface WaitPolicy {
  sleep: (ms: number) => Promise<unknown>;
  now: () => Date;
  /** No wait may end after this Unix time in milliseconds. */
  deadlineMs: number;
  onWait: OnWait;
  /** True if part of the work is done, so waiting out a server failure is worth it. */
  insists: boolean;
}

/** Takes one request from the quota, and waits as long as the quota says. Fails as `limited` if that is past the deadline. */
export async function takeQuota(
  requestQuota: LedgerParts["requestQuota"],
  waitPolicy: WaitPolicy,
): Promise<void> {
  await withWaits(() => requestQuota.take(), waitPolicy, []);
}

/** Calls until it works: waits out `limited` and, if the policy insists, retries an `upstream` failure a few times. */
export function callWithRetries<T>(ask: () => Promise<T>, waitPolicy: WaitPolicy): Promise<T> {
  return withWaits(ask, waitPolicy, waitPolicy.insists ? waitsAfterFailuresMs : []);
}

async function withWaits<T>(
  work: () => Promise<T>,
  waitPolicy: WaitPolicy,
  waitsMs: readonly number[],
): Promise<T> {
  for (let failures = 0; ;) {
    try {
      return await work();
    } catch (error) {
      const limited = isAppError(error, "limited");
      const failed = isAppError(error, "upstream");
      const waitMs = limited ? (error.retryAfterMs ?? usualWaitMs) : failed ? waitsMs[failures] : undefined;
      if (waitMs === undefined || waitPolicy.now().getTime() + waitMs > waitPolicy.deadlineMs) throw error;
      if (failed) failures += 1;
      waitPolicy.onWait(waitMs);
      await waitPolicy.sleep(waitMs);
    }
  }
}

/** Adds the progress to a failure after part of the work; returns any other failure as it is. */
export function brokenHalfWay(error: unknown, { done, of }: { done: number; of: number }): unknown {
  // An unreadable answer stays unreadable, so another try would not get past it.
  if (done === 0 || !(error instanceof AppError) || error.succeeded) return error;
  const sofar = `I read ${done} of ${of} parts. Ask again to continue from there.`;
  const { operation, requestId, retryAfterMs, unserved } = error;
  const details = { operation, requestId, retryAfterMs, unserved, cause: error };
  return new AppError(error.kind, `${error.message} ${sofar}`, details);
}
