import type { Redis } from "ioredis";
import { type RequestLog, requestLog } from "../../../platform/jobs/request-log/log.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { type Durability, durability } from "../../../platform/redis/durability.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { type ProgressOf, RequestProgress } from "./progress.ts";

/** Keeps the progress of one workspace's requests to create a service, for 30 days. */
export interface ProvisioningRequests extends RequestLog<RequestProgress> {
  /** Saves the cloud's own answer over anything, with the sealed password that came in it, in one write. */
  saveCreated(requestId: string, progress: ProgressOf<"created">, sealedPassword?: string): Promise<void>;
}

/** One workspace's, in Redis. */
export function provisioningRequests(
  redis: Redis,
  workspaceId: string,
  durable: Durability = durability(redis),
): ProvisioningRequests {
  const progressKey = (requestId: string) => keys.request(workspaceId, requestId);
  const ttlSeconds = ttlInSeconds.request;
  const log = requestLog({
    redis,
    durable,
    schema: RequestProgress,
    progressKey,
    submissionKey: (requestId) => keys.submission(workspaceId, requestId),
    ttlSeconds,
  });
  return {
    ...log,
    async saveCreated(requestId, progress, sealedPassword) {
      await reachingRedis(async () => {
        const write = redis.multi().set(progressKey(requestId), JSON.stringify(progress), "EX", ttlSeconds);
        if (sealedPassword !== undefined) {
          const key = keys.password(workspaceId, requestId);
          write.set(key, sealedPassword, "EX", ttlInSeconds.password);
        }
        for (const [error] of (await write.exec()) ?? []) if (error) throw error;
      });
    },
  };
}
