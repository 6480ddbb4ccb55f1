import { tooManyRequestsBody } from "./answers.ts";
import type { Clock } from "./clock.ts";
import type { Middleware } from "./environment.ts";

// Running servers allow about 10 requests in 10 s per key (facts of the API as it runs).
const requestsPerWindow = 10;
const windowMs = 10_000;

/** Counts requests per key in windows of 10 s; answers 429 past the tenth, and says how many are left. */
export function limitRate(clock: Clock): Middleware {
  const windows = new Map<string, { endsAtMs: number; used: number }>();

  function currentWindow(keyId: string) {
    const nowMs = clock.now().getTime();
    const open = windows.get(keyId);
    if (open !== undefined && nowMs < open.endsAtMs) return open;
    const fresh = { endsAtMs: nowMs + windowMs, used: 0 };
    windows.set(keyId, fresh);
    return fresh;
  }

  return async (context, next) => {
    const window = currentWindow(context.get("organization").keyId);
    window.used += 1;
    context.header("X-RateLimit-Limit", String(requestsPerWindow));
    context.header("X-RateLimit-Remaining", String(Math.max(0, requestsPerWindow - window.used)));
    context.header("X-RateLimit-Reset", String((window.endsAtMs - clock.now().getTime()) / 1000));
    if (window.used > requestsPerWindow) return context.json(tooManyRequestsBody, 429);
    return next();
  };
}
