import { keys } from "../redis/keys.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";

/** One workspace's sealed secrets, by id. */
export interface SealedSecrets {
  save(id: string, sealed: string): Promise<void>;
  /** Undefined if there is none. */
  find(id: string): Promise<string | undefined>;
  remove(id: string): Promise<void>;
}

/** The sealed secrets of one workspace in Redis: a hash. */
export function sealedSecrets(redis: RedisClient, workspaceId: string): SealedSecrets {
  const key = keys.sealedSecrets(workspaceId);
  return {
    async save(id, sealed) {
      await reachingRedis(() => redis.hset(key, id, sealed));
    },
    async find(id) {
      return (await reachingRedis(() => redis.hget(key, id))) ?? undefined;
    },
    async remove(id) {
      await reachingRedis(() => redis.hdel(key, id));
    },
  };
}

/** The references of all secrets that we wrote for one workspace, so they can be deleted. */
export interface KeptSecrets {
  add(reference: string): Promise<void>;
  has(reference: string): Promise<boolean>;
  list(): Promise<string[]>;
  drop(reference: string): Promise<void>;
}

/** One workspace's references in Redis: a set. */
export function keptSecrets(redis: RedisClient, workspaceId: string): KeptSecrets {
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
