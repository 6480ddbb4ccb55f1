import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { keys, ttlInSeconds } from "./keys.ts";

/** What a person waits for has to be answered within 3 s, and there is more to do than this. */
const longestMs = 300;

/**
 * True for the first request with a signature within 10 minutes, at any replica. While Redis does not answer, it is true
 * for each: refusing everything that people ask for would be worse than a repetition, which takes a stolen request.
 */
export function seenRequests(redis: Redis): (signature: string) => Promise<boolean> {
  return async (signature) => {
    const waited = new AbortController();
    const enough = sleep(longestMs, true, { signal: waited.signal, ref: false }).catch(() => true);
    return Promise.race([remember(redis, signature), enough]).finally(() => waited.abort());
  };
}

async function remember(redis: Redis, signature: string): Promise<boolean> {
  const ttl = ttlInSeconds.slackRequest;
  try {
    return (await redis.set(keys.slackRequest(signature), "", "EX", ttl, "NX")) !== null;
  } catch {
    // The connection tells the log.
    return true;
  }
}
