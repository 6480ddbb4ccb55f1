import type { Redis } from "ioredis";
import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";

/** A request that was sent, or is about to be, and whose outcome is not known yet. */
const Unsettled = z.object({
  /** The name that the service was asked to have. */
  name: z.string(),
  connection: z.string(),
  since: z.iso.datetime(),
});
type Unsettled = z.infer<typeof Unsettled>;

/** A workspace's requests without an outcome: two of one name could be taken for each other. */
export interface UnsettledRequests {
  /** Written before a request is sent; to add it again changes nothing. */
  add(requestId: string, unsettled: Unsettled): Promise<void>;
  /** The ids of those of a connection by the name that was asked for. */
  named(name: string, connection: string): Promise<string[]>;
  drop(...requestIds: [string, ...string[]]): Promise<void>;
}

/** The unsettled requests of one workspace in Redis: a hash by their ids. */
export function unsettledRequests(redis: Redis, workspaceId: string): UnsettledRequests {
  const key = keys.unsettled(workspaceId);
  return {
    async add(requestId, unsettled) {
      await reachingRedis(async () => {
        await redis.hset(key, requestId, JSON.stringify(unsettled));
        await redis.expire(key, ttlInSeconds.request);
      });
    },
    async named(name, connection) {
      const stored = await reachingRedis(() => redis.hgetall(key));
      return Object.entries(stored).flatMap(([requestId, text]) => {
        const found = readRecord(Unsettled, text, key);
        return found.name === name && found.connection === connection ? [requestId] : [];
      });
    },
    async drop(...requestIds) {
      await reachingRedis(() => redis.hdel(key, ...requestIds));
    },
  };
}
