import type { Redis } from "ioredis";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";

/**
 * The sealed passwords of one workspace's new services, each until its creator has looked, at most 25 hours. They are
 * written and dropped with their service's record: see `ProvisioningRequests` and `CreatedServices`.
 */
export interface Passwords {
  /** Returns the sealed password; undefined once it was dropped or has expired. */
  find(requestId: string): Promise<string | undefined>;
  /** Restarts its 25 hours; false if it is gone. */
  keepLonger(requestId: string): Promise<boolean>;
  /** Claims the one look for 10 s, so that two clicks at once show a password once; false while another has it. */
  claimReading(requestId: string): Promise<boolean>;
  /** Gives the look back, after nothing could be shown. */
  releaseReading(requestId: string): Promise<void>;
}

/** The sealed passwords of one workspace in Redis, a key each. */
export function passwords(redis: Redis, workspaceId: string): Passwords {
  const passwordKey = (requestId: string) => keys.password(workspaceId, requestId);
  const readingKey = (requestId: string) => keys.passwordReading(workspaceId, requestId);
  return {
    async find(requestId) {
      return (await reachingRedis(() => redis.get(passwordKey(requestId)))) ?? undefined;
    },
    async keepLonger(requestId) {
      const key = passwordKey(requestId);
      return (await reachingRedis(() => redis.expire(key, ttlInSeconds.password))) === 1;
    },
    async claimReading(requestId) {
      const answer = await reachingRedis(() =>
        redis.set(readingKey(requestId), "1", "EX", ttlInSeconds.passwordReading, "NX"),
      );
      return answer === "OK";
    },
    async releaseReading(requestId) {
      await reachingRedis(() => redis.del(readingKey(requestId)));
    },
  };
}
