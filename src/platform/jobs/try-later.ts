import type { AppError } from "../../lib/errors.ts";

/** So long a request that could not be made yet is tried again. */
const triedForMs = 2 * 60_000;

const soonestMs = 1_000;
const latestMs = 15_000;

/**
 * In how many milliseconds a request that has been tried for so long is tried again after a failure: as the server says,
 * if it says so. Undefined if the two minutes are over, or are over by then.
 */
export function tryLater(
  ageMs: number,
  { retryAfterMs }: Pick<AppError, "retryAfterMs">,
): number | undefined {
  if (ageMs >= triedForMs || ageMs + (retryAfterMs ?? 0) > triedForMs) return undefined;
  return Math.max(retryAfterMs ?? Math.min(ageMs, latestMs), soonestMs);
}

/** From this age on, a person who does not see that their request waits is told. */
export const toldAfterMs = 10_000;
