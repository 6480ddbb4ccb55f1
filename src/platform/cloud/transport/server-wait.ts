import type { Answer } from "./exchange.ts";
import { hourMs } from "../../../lib/duration.ts";

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

/** A header's value, the first where it came more than once. */
export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
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
