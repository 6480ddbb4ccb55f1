import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../../lib/errors.ts";
import { keys } from "./keys.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";

// Measured: running servers allow about 10 requests in 10 s per key.
const requestsPerWindow = 10;
const windowSeconds = 10;

/** The requests that one API key has left, shared by all replicas. */
export interface RequestQuota {
  /** Takes one request. Fails as `limited` if none is left. */
  take(): Promise<void>;
  /** Stops all replicas for as long as the server asked, in milliseconds. */
  pause(ms: number): Promise<void>;
}

/** A workspace's quota in Redis: so many requests in any 10 s. */
export function requestQuota(
  redis: RedisClient,
  workspaceId: string,
  name: string,
  requests = requestsPerWindow,
): RequestQuota {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: keys.requestQuota(workspaceId),
    points: requests,
    duration: windowSeconds,
  });
  return {
    async take() {
      await reachingRedis(async () => {
        try {
          await limiter.consume(name);
        } catch (refusal) {
          if (refusal instanceof RateLimiterRes) throw spent(refusal.msBeforeNext);
          throw refusal;
        }
      });
    },
    async pause(ms) {
      await reachingRedis(() => limiter.block(name, Math.ceil(ms / 1_000)));
    },
  };
}

function spent(retryAfterMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return new AppError("limited", `The cloud limits how many requests we make. Try again in ${seconds} s.`, {
    retryAfterMs,
    happened: "The cloud limits how many requests we make.",
  });
}
