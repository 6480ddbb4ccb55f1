import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../lib/errors.ts";
import { minuteMs } from "../../lib/duration.ts";

/** The wait after some failures in a row: 1 s after the first, and twice as long after each further one. */
export function backOffMs(failures: number, longestMs: number): number {
  return Math.min(1_000 * 2 ** (failures - 1), longestMs);
}

/** The wait for a limit without a time, such as a workspace's own limit on messages. */
export const unknownLimitMs = 30_000;

/** A request that couldn't be made yet is tried again for this long. */
const triedForMs = 2 * minuteMs;

const soonestMs = 1_000;
const latestMs = 15_000;

/**
 * In how many milliseconds to try a request again after a failure: as the server says, if it does. `ageMs` is the time
 * since the first try. Undefined if the two minutes will be over by then.
 */
export function tryLater(
  ageMs: number,
  { retryAfterMs }: Pick<AppError, "retryAfterMs">,
): number | undefined {
  if (ageMs >= triedForMs || ageMs + (retryAfterMs ?? 0) > triedForMs) return undefined;
  return Math.max(retryAfterMs ?? Math.min(ageMs, latestMs), soonestMs);
}

/** A person who does not see that their request waits gets a message after this time. */
export const noticeAfterMs = 10_000;

interface Waiting {
  /** How long the request will have waited at its next try. */
  waitedMs: number;
  /** True if the person had the message before. */
  wasNotified: boolean;
  /** Shows it in the request's modal. */
  show: () => Promise<"updated" | "gone">;
  /** Sends the message. */
  notify: () => Promise<void>;
}

/** Says that a request waits: in its modal, or once in a message if that is closed. True if it sent the message. */
export async function sayWaiting({ waitedMs, wasNotified, show, notify }: Waiting): Promise<boolean> {
  if ((await show()) === "updated" || wasNotified || waitedMs < noticeAfterMs) return false;
  await notify();
  return true;
}

/**
 * Tries until it works, for facts that only this process knows. Fails with the last error. Waits as an error's
 * `retryAfterMs` asks.
 */
export async function keepTrying<Result>(
  work: () => Promise<Result>,
  { everyMs, forMs } = { everyMs: 1_000, forMs: 15 * minuteMs },
): Promise<Result> {
  const tries = Math.max(1, Math.ceil(forMs / everyMs));
  for (let attempt = 1; attempt < tries; attempt++) {
    try {
      return await work();
    } catch (error) {
      // The last try throws its own error.
      const askedMs = (error instanceof AppError && error.retryAfterMs) || 0;
      await sleep(Math.max(everyMs, askedMs));
    }
  }
  return work();
}
