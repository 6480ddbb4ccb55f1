import { AppError, isAppError } from "../../../lib/errors.ts";
import type { LedgerParts } from "./parts.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** How long a ledger waits for the cloud to take its requests, all in all: who asked in Slack can be answered for 30 minutes. */
export const longestWaitMs = 25 * minuteMs;

// For a server that says that it is asked too often, and not for how long.
const usualWaitMs = 10_000;
// A call has already tried a few times within seconds.
const waitsAfterFailuresMs = [2_000, 8_000, 30_000];

/** Tells that nothing will happen for so long. */
export type OnWait = (waitMs: number) => void;

/** What a request waits with. */
export interface Patience {
  sleep: (ms: number) => Promise<unknown>;
  now: () => Date;
  /** Unix time in milliseconds: after it nothing waits any more. */
  deadlineMs: number;
  onWait: OnWait;
  /** True where some of the work is done, so that a failure of the server's is worth waiting for its end. */
  insists: boolean;
}

/** One request's turn in the budget, waited for as long as the budget says. Fails as `limited` where that is too long. */
export async function takeTurn(budget: LedgerParts["budget"], patience: Patience): Promise<void> {
  await patiently(() => budget.take(), patience, []);
}

/** Asks until it works: waits out `limited`, and, if it insists, tries again a few times what failed on the server's side. */
export function askPatiently<T>(ask: () => Promise<T>, patience: Patience): Promise<T> {
  return patiently(ask, patience, patience.insists ? waitsAfterFailuresMs : []);
}

async function patiently<T>(
  work: () => Promise<T>,
  patience: Patience,
  waitsMs: readonly number[],
): Promise<T> {
  for (let failures = 0; ;) {
    try {
      return await work();
    } catch (error) {
      const limited = isAppError(error, "limited");
      const failed = isAppError(error, "upstream");
      const waitMs = limited ? (error.retryAfterMs ?? usualWaitMs) : failed ? waitsMs[failures] : undefined;
      if (waitMs === undefined || patience.now().getTime() + waitMs > patience.deadlineMs) throw error;
      if (failed) failures += 1;
      patience.onWait(waitMs);
      await patience.sleep(waitMs);
    }
  }
}

/** A failure that came after some of the work was done, told so; any other as it is. */
export function brokenHalfWay(error: unknown, { done, of }: { done: number; of: number }): unknown {
  // An answer that is not understood stays so, and asking again does not go on behind it.
  if (done === 0 || !(error instanceof AppError) || error.succeeded) return error;
  const sofar = `Read ${done} of ${of} parts; asking again goes on from there.`;
  const { operation, requestId, retryAfterMs, unserved } = error;
  const details = { operation, requestId, retryAfterMs, unserved, cause: error };
  return new AppError(error.kind, `${error.message} ${sofar}`, details);
}
