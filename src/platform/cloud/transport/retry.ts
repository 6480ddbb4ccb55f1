import { AppError } from "../../../lib/errors.ts";
import { type Answer, type Lost, header, isTooLarge } from "./exchange.ts";
import type { Outgoing } from "./outgoing.ts";
import { hourMs } from "../../../lib/duration.ts";

// Enough for a restart or a short burst, within the limit of the whole call.
const mostAttempts = 4;
const firstWaitMs = 250;
// Spreads out the callers that were given the same time.
const spreadMs = 250;

// RFC 9110 and 8470: the server did not wait for the request, or does not take it yet. A retry may succeed.
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** A failed attempt, and the time left for another. */
interface FailedAttempt {
  method: Outgoing["method"];
  /** Begins at 1. */
  attempt: number;
  outcome: Answer | Lost;
  failure: AppError;
  remainingMs: number;
  random: () => number;
}

/** The wait before the next attempt, in milliseconds; undefined if there must be none. */
export function retryWaitMs(failed: FailedAttempt): number | undefined {
  // Without an idempotency key, only a GET can be repeated.
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

type Headers = Answer["headers"];

// All users of the key share a wait. One mistake of a server must not shut them out for days.
const longestWaitMs = hourMs;

/** The wait that the server asks for, in milliseconds, at most an hour; undefined if it asks for none. */
export function serverWaitMs({ status, headers }: Answer, nowMs: number): number | undefined {
  const reset = status === 429 || header(headers, "x-ratelimit-remaining") === "0";
  const asked = [retryAfterMs(headers, nowMs), reset ? resetMs(headers, nowMs) : undefined];
  const known = asked.filter((ms) => ms !== undefined);
  return known.length > 0 ? Math.min(longestWaitMs, Math.max(...known)) : undefined;
}

// RFC 9110: seconds, or a date.
function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = header(headers, "retry-after");
  if (value === undefined) return undefined;
  return secondsToMs(value) ?? untilMs(Date.parse(value), nowMs);
}

function resetMs(headers: Headers, nowMs: number): number | undefined {
  const ms = secondsToMs(header(headers, "x-ratelimit-reset") ?? "");
  // Running servers send seconds from now. A number that is a date in this century counts as a date.
  return ms !== undefined && ms > 1e12 ? untilMs(ms, nowMs) : ms;
}

function secondsToMs(text: string): number | undefined {
  return /^\s*\d+(\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text) * 1_000) : undefined;
}

function untilMs(dateMs: number, nowMs: number): number | undefined {
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
