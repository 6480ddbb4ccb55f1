import { AppError } from "../../../lib/errors.ts";
import { isTooLarge } from "../answer-text.ts";
import type { Answer, Lost } from "./exchange.ts";
import type { Outgoing } from "./outgoing.ts";

// Enough to get over a restart or a short burst; the whole call's limit holds besides.
const mostAttempts = 4;
const firstWaitMs = 250;
// Spreads out those who were told the same time to come back.
const spreadMs = 250;

// RFC 9110 and 8470: the server did not wait for the request, or not yet dare to take it; asked again, it may.
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** One attempt that failed, and what is left for another. */
export interface FailedAttempt {
  method: Outgoing["method"];
  /** 1 for the first. */
  attempt: number;
  outcome: Answer | Lost;
  failure: AppError;
  remainingMs: number;
  random: () => number;
}

/** How long to wait before the next attempt, in milliseconds; undefined where there must be none. */
export function retryWaitMs(failed: FailedAttempt): number | undefined {
  // Without an idempotency key nothing but a GET can be repeated.
  if (failed.method !== "GET" || failed.attempt >= mostAttempts || !mayPass(failed.outcome)) return undefined;
  const asked = failed.failure.retryAfterMs;
  const waitMs =
    asked === undefined
      ? failed.random() * firstWaitMs * 2 ** (failed.attempt - 1)
      : asked + failed.random() * spreadMs;
  return waitMs < failed.remainingMs ? waitMs : undefined;
}

function mayPass(outcome: Answer | Lost): boolean {
  if ("error" in outcome) {
    const { error } = outcome;
    return !(isTooLarge(error) || error instanceof AppError);
  }
  return passing.has(outcome.status) || (outcome.status >= 500 && outcome.status !== 501);
}
