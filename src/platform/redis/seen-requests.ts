import type { RedisClient } from "./connect.ts";
import { within } from "../../lib/clock.ts";
import { keys, ttlInSeconds } from "./keys.ts";

/** Slack waits 3 s in all, and there is more to do. */
const longestMs = 300;

/**
 * True for the first request with a signature within 10 minutes, at any replica. Also true if Redis does not answer:
 * to refuse everything would be worse than a repetition, which needs a stolen request.
 */
export function seenRequests(redis: RedisClient): (signature: string) => Promise<boolean> {
  return (signature) => within(longestMs, remember(redis, signature), true);
}

async function remember(redis: RedisClient, signature: string): Promise<boolean> {
  const ttl = ttlInSeconds.slackRequest;
  try {
    return (await redis.set(keys.slackRequest(signature), "", "EX", ttl, "NX")) !== null;
  } catch {
    // The connection logs it.
    return true;
  }
}
