import type { AppError } from "../errors.ts";

/** So long a request that could not be made yet is tried again. */
const triedForMs = 2 * 60_000;

const soonestMs = 1_000;
const latestMs = 15_000;

/** When a request that has been tried for so long is tried again after a failure; undefined if it is given up. */
export function tryLater(ageMs: number, failure: Pick<AppError, "retryAfterMs">): number | undefined {
  if (ageMs >= triedForMs) return undefined;
  return Math.min(Math.max(failure.retryAfterMs ?? ageMs, soonestMs), latestMs);
}

/** From this age on, a person who does not see that their request waits is told. */
export const toldAfterMs = 10_000;
