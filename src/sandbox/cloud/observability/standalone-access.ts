import { sameText } from "../authentication.ts";
import type { Clock } from "../clock.ts";
import type { Middleware } from "../environment.ts";
import { refusePlainly } from "./refusals.ts";

// Stand-alone servers allow 100 requests a minute per token (facts of the API as it runs).
const requestsPerWindow = 100;
const windowMs = 60_000;

/** Lets a request through when it bears the stand-alone server's token; a 401 in plain text otherwise. */
export function authenticateToken(token: string): Middleware {
  return async (context, next) => {
    const given = /^Bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1] ?? "";
    if (!sameText(given, token)) refusePlainly(401, "Unauthorized");
    await next();
  };
}

/** Counts the token's requests in windows of a minute; a 429 in plain text past the hundredth. */
export function limitToken(clock: Clock): Middleware {
  let window = { endsAtMs: 0, used: 0 };
  return async (_context, next) => {
    const nowMs = clock.now().getTime();
    if (nowMs >= window.endsAtMs) window = { endsAtMs: nowMs + windowMs, used: 0 };
    window.used += 1;
    if (window.used > requestsPerWindow)
      refusePlainly(429, "Too many requests, please try again later.", { "Retry-After": "60" });
    await next();
  };
}
