import type { Redis } from "ioredis";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";

/** Which request became which service, so that no service is taken for the outcome of two; kept for 30 days. */
export interface Origins {
  /** Attributes a service to a request unless it is another's already; answers whose it is. */
  attribute(serviceId: string, requestId: string): Promise<string>;
  /** By the cloud's own answer, which is right whatever was thought before; answers whose it was thought to be. */
  attributeSurely(serviceId: string, requestId: string): Promise<string | undefined>;
  /** The requests that services came from, in their order; undefined for those of nobody known here. */
  of(serviceIds: readonly string[]): Promise<(string | undefined)[]>;
}

/** The origins of one workspace's services in Redis, a key each. */
export function origins(redis: Redis, workspaceId: string): Origins {
  // Servers write one id in upper and in lower case.
  const keyOf = (serviceId: string) => keys.origin(workspaceId, serviceId.toLowerCase());
  const ttl = ttlInSeconds.request;
  return {
    async attribute(serviceId, requestId) {
      const key = keyOf(serviceId);
      const answer = await reachingRedis(() => redis.set(key, requestId, "EX", ttl, "NX"));
      return answer === "OK" ? requestId : ((await reachingRedis(() => redis.get(key))) ?? requestId);
    },
    async attributeSurely(serviceId, requestId) {
      const before = await reachingRedis(() => redis.set(keyOf(serviceId), requestId, "EX", ttl, "GET"));
      return before ?? undefined;
    },
    async of(serviceIds) {
      if (serviceIds.length === 0) return [];
      const found = await reachingRedis(() => redis.mget(serviceIds.map(keyOf)));
      return found.map((requestId) => requestId ?? undefined);
    },
  };
}
