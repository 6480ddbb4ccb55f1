import type { Redis } from "ioredis";
import { foldName } from "../../../lib/text.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import { z } from "zod";
import { readRecord } from "../../../platform/redis/record.ts";

/** A request that was sent, or is about to be, and whose outcome is not known yet. */
const Unresolved = z.object({
  /** The name that the service was asked to have. */
  name: z.string(),
  connection: z.string(),
  since: z.iso.datetime(),
});
type Unresolved = z.infer<typeof Unresolved>;

/** A workspace's requests without an outcome: two of one name could be taken for each other. */
export interface UnresolvedRequests {
  /** Written before a request is sent; to add it again changes nothing. */
  add(requestId: string, unresolved: Unresolved): Promise<void>;
  /** The ids of those of a connection by the name that was asked for. */
  named(name: string, connection: string): Promise<string[]>;
  drop(...requestIds: [string, ...string[]]): Promise<void>;
}

/** The unsettled requests of one workspace in Redis: a hash by their ids. */
export function unresolvedRequests(redis: Redis, workspaceId: string): UnresolvedRequests {
  const key = keys.unresolved(workspaceId);
  return {
    async add(requestId, unresolved) {
      await reachingRedis(async () => {
        await redis.hset(key, requestId, JSON.stringify(unresolved));
        await redis.expire(key, ttlInSeconds.request);
      });
    },
    async named(name, connection) {
      const stored = await reachingRedis(() => redis.hgetall(key));
      return Object.entries(stored).flatMap(([requestId, text]) => {
        const found = readRecord(Unresolved, text, key);
        return found.name === name && found.connection === connection ? [requestId] : [];
      });
    },
    async drop(...requestIds) {
      await reachingRedis(() => redis.hdel(key, ...requestIds));
    },
  };
}

/** The name of a service that was asked for, in a connection; names are compared as known services' are. */
interface WantedName {
  connection: string;
  name: string;
}

/** Which accepted request a new service's name belongs to until the service is known, so that two never get one name. */
export interface ClaimedNames {
  /** Claims a name for a request unless another request has it; answers the id of the request that has it now. */
  claim(wanted: WantedName, requestId: string): Promise<string>;
  /** Gives a name from one request to another, if it is still the first one's; answers whose it is now. */
  takeOver(wanted: WantedName, requests: { from: string; to: string }): Promise<string>;
}

const takeOverScript = script(`
local holder = redis.call('get', KEYS[1])
if holder and holder ~= ARGV[1] then return holder end
redis.call('set', KEYS[1], ARGV[2], 'EX', ARGV[3])
return ARGV[2]`);

/** The claimed names of one workspace in Redis, a key each. */
export function claimedNames(redis: Redis, workspaceId: string): ClaimedNames {
  const keyOf = ({ connection, name }: WantedName) =>
    keys.claimedName(workspaceId, connection, foldName(name));

  async function takeOver(wanted: WantedName, { from, to }: { from: string; to: string }): Promise<string> {
    const args = [from, to, ttlInSeconds.claimedName];
    return String(await reachingRedis(() => takeOverScript(redis, [keyOf(wanted)], args)));
  }

  return {
    // Taking over from itself claims what is free, and changes nothing for another.
    claim: (wanted, requestId) => takeOver(wanted, { from: requestId, to: requestId }),
    takeOver,
  };
}

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
