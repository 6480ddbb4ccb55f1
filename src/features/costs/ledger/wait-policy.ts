import { AppError, isAppError } from "../../../lib/errors.ts";
import type { LedgerParts } from "./parts.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** A ledger's longest total wait for the cloud. A command in Slack can be answered for 30 minutes. */
export const longestWaitMs = 25 * minuteMs;

// For a server that rate-limits without a retry time.
const usualWaitMs = 10_000;
// A call itself has already retried within seconds.
const waitsAfterFailuresMs = [2_000, 8_000, 30_000];

/** Receives each wait that begins, in milliseconds. */
export type OnWait = (waitMs: number) => void;

/** How a request waits. */
export interface WaitPolicy {
  sleep: (ms: number) => Promise<unknown>;
  now: () => Date;
  /** No wait may end after this Unix time in milliseconds. */
  deadlineMs: number;
  onWait: OnWait;
  /** True if part of the work is done, so that waiting out a server failure is worth it. */
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
  const sofar = `Read ${done} of ${of} parts; asking again goes on from there.`;
  const { operation, requestId, retryAfterMs, unserved } = error;
  const details = { operation, requestId, retryAfterMs, unserved, cause: error };
  return new AppError(error.kind, `${error.message} ${sofar}`, details);
}
