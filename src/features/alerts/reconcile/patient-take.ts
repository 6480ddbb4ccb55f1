import { setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "../../../lib/errors.ts";
import type { Budget } from "../../../platform/redis/request-quota.ts";

/** Takes requests from a budget one at a time, and waits for each; fails as `limited` when the wait would end too late. */
export function patientTake(budget: Pick<Budget, "take">, longestMs: number): () => Promise<void> {
  const deadlineMs = performance.now() + longestMs;
  return async () => {
    for (;;) {
      try {
        return await budget.take();
      } catch (error) {
        const waitMs = isAppError(error, "limited") ? error.retryAfterMs : undefined;
        if (waitMs === undefined || performance.now() + waitMs > deadlineMs) throw error;
        await sleep(waitMs);
      }
    }
  };
}
