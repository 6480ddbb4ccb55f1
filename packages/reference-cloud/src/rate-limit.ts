import { tooManyRequestsBody } from "./answers.ts";
import type { Clock } from "./clock.ts";
import type { Middleware } from "./environment.ts";
import { requestWindows } from "./request-windows.ts";

// Running servers allow about 10 requests in 10 s per key (facts of the API as it runs).
const requestsPerWindow = 10;
const windowMs = 10_000;

/** Counts requests per key in windows of 10 s. Responds 429 after the tenth, and returns how many are left. */
export function limitRate(clock: Clock): Middleware {
  const count = requestWindows(clock, windowMs);
  return async (context, next) => {
    const { used, endsAtMs } = count(context.get("organization").keyId);
    context.header("X-RateLimit-Limit", String(requestsPerWindow));
    context.header("X-RateLimit-Remaining", String(Math.max(0, requestsPerWindow - used)));
    context.header("X-RateLimit-Reset", String((endsAtMs - clock.now().getTime()) / 1000));
    if (used > requestsPerWindow) return context.json(tooManyRequestsBody, 429);
    return next();
  };
}
