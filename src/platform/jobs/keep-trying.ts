import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../lib/errors.ts";

interface Patience {
  everyMs: number;
  forMs: number;
}

const aQuarterOfAnHour: Patience = { everyMs: 1_000, forMs: 15 * 60_000 };

/**
 * Tries until it works, for what must not be forgotten while this process lives; fails with the last error. Who asks
 * to be left alone for a while is left alone.
 */
export async function keepTrying(
  work: () => Promise<void>,
  { everyMs, forMs } = aQuarterOfAnHour,
): Promise<void> {
  const tries = Math.max(1, Math.ceil(forMs / everyMs));
  for (let attempt = 1; attempt < tries; attempt++) {
    try {
      return await work();
    } catch (error) {
      // The last try's error is the one that is thrown; the wait is for the same cause to pass.
      const askedMs = (error instanceof AppError && error.retryAfterMs) || 0;
      await sleep(Math.max(everyMs, askedMs));
    }
  }
  return work();
}
