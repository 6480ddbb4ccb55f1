import type { Redis } from "ioredis";
import { keys } from "../redis/keys.ts";
import { reachingRedis } from "../redis/connect.ts";

/** The references of the secrets that we wrote for one workspace, here or elsewhere, so that they can be deleted. */
export interface KeptSecrets {
  add(reference: string): Promise<void>;
  has(reference: string): Promise<boolean>;
  list(): Promise<string[]>;
  drop(reference: string): Promise<void>;
}

/** Those of one workspace in Redis: a set. */
export function keptSecrets(redis: Redis, workspaceId: string): KeptSecrets {
  const key = keys.keptSecrets(workspaceId);
  return {
    async add(reference) {
      await reachingRedis(() => redis.sadd(key, reference));
    },
    async has(reference) {
      return (await reachingRedis(() => redis.sismember(key, reference))) === 1;
    },
    list: () => reachingRedis(() => redis.smembers(key)),
    async drop(reference) {
      await reachingRedis(() => redis.srem(key, reference));
    },
  };
}
