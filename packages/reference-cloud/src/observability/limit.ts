import type { Clock } from "../clock.ts";
import type { Middleware } from "../environment.ts";
import { requestWindows } from "../request-windows.ts";
import { refusePlainly, tooManyRequestsText } from "./refusals.ts";
import { minuteMs } from "../duration.ts";

// Running servers allow 100 requests a minute per token (facts of the API as it runs); here per key as well.
const requestsPerWindow = 100;
const windowMs = minuteMs;

/** Counts a token's or a key's requests in windows of a minute. Responds 429 in plain text after the hundredth. */
export function limitObservability(clock: Clock): Middleware {
  const count = requestWindows(clock, windowMs);
  return async (context, next) => {
    // The single token isn't an organization's key.
    const { used } = count(context.get("received").keyOf ?? "token");
    if (used > requestsPerWindow) refusePlainly(429, tooManyRequestsText, { "Retry-After": "60" });
    await next();
  };
}
