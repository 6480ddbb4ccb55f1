import { AppError } from "../../../lib/errors.ts";
import { header, isTooLarge } from "./answer-text.ts";
import type { Answer, Lost } from "./exchange.ts";
import type { Outgoing } from "./outgoing.ts";
import { hourMs } from "../../../lib/duration.ts";

// Enough to get over a restart or a short burst; the whole call's limit holds besides.
const mostAttempts = 4;
const firstWaitMs = 250;
// Spreads out those who were told the same time to come back.
const spreadMs = 250;

// RFC 9110 and 8470: the server did not wait for the request, or not yet dare to take it; asked again, it may.
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** One attempt that failed, and what is left for another. */
interface FailedAttempt {
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

type Headers = Answer["headers"];

// A wait is shared by everybody who uses the key: one slip of a server must not shut them all out for days.
const longestWaitMs = hourMs;

/** How long the server asks to be left alone, in milliseconds, an hour at most; undefined where it does not say. */
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
  // Running servers send seconds from now; a number that is a date in this century is taken for one.
  return ms !== undefined && ms > 1e12 ? untilMs(ms, nowMs) : ms;
}

function secondsToMs(text: string): number | undefined {
  return /^\s*\d+(\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text) * 1_000) : undefined;
}

function untilMs(dateMs: number, nowMs: number): number | undefined {
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
