import { requestGone } from "../announcement/texts.ts";
import { AppError } from "../../../lib/errors.ts";
import { z } from "zod";
import { foldName } from "../../../lib/text.ts";
import { requestLog } from "../../../platform/jobs/request-log/log.ts";
import { type Durability, type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { transact } from "../../../platform/redis/transact.ts";
import { durability } from "../../../platform/redis/durability.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { script } from "../../../platform/redis/script.ts";
import { type CreatedProgress, type ProgressOf, RequestProgress } from "./progress.ts";

/** The log of one workspace's requests to create a service, for 30 days. */
export function provisioningRequests(
  redis: RedisClient,
  workspaceId: string,
  durable: Durability = durability(redis),
) {
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
    /** Saves the cloud's own answer over anything, with the sealed password that came in it, in one write. */
    async saveCreated(
      requestId: string,
      progress: ProgressOf<"created">,
      sealedPassword?: string,
    ): Promise<void> {
      await transact(redis, (write) => {
        write.set(progressKey(requestId), JSON.stringify(progress), "EX", ttlSeconds);
        if (sealedPassword !== undefined) {
          const key = keys.password(workspaceId, requestId);
          write.set(key, sealedPassword, "EX", ttlInSeconds.password);
        }
      });
    },
  };
}

/** A request that was sent, or is about to be, and has no known outcome yet. */
const Unresolved = z.object({
  /** The folded name that the service was asked to have. */
  name: z.string(),
  connection: z.string(),
  since: z.iso.datetime(),
});
type Unresolved = z.infer<typeof Unresolved>;

/** One workspace's requests without an outcome, in a hash by id. Two of one name could be taken for each other. */
export function unresolvedRequests(redis: RedisClient, workspaceId: string) {
  const key = keys.unresolved(workspaceId);
  return {
    /** Call it before the request is sent. Adding it again changes nothing. */
    async add(requestId: string, unresolved: Unresolved): Promise<void> {
      await reachingRedis(async () => {
        await redis.hset(key, requestId, JSON.stringify(unresolved));
        await redis.expire(key, ttlInSeconds.request);
      });
    },
    /** The ids of a connection's requests for this folded name. */
    async named(name: string, connection: string): Promise<string[]> {
      const stored = await reachingRedis(() => redis.hgetall(key));
      return Object.entries(stored).flatMap(([requestId, text]) => {
        const found = readRecord(Unresolved, text, key);
        return found.name === name && found.connection === connection ? [requestId] : [];
      });
    },
    async drop(requestId: string): Promise<void> {
      await reachingRedis(() => redis.hdel(key, requestId));
    },
  };
}

/** A name that a new service of a connection is to have. It is compared as known services' names are. */
interface WantedName {
  connection: string;
  name: string;
}

const takeOverScript = script(`
local holder = redis.call('get', KEYS[1])
if holder and holder ~= ARGV[1] then return holder end
redis.call('set', KEYS[1], ARGV[2], 'EX', ARGV[3])
return ARGV[2]`);

/**
 * Which accepted request has a new service's name, until the service is known. So two requests never get one name. A
 * key for each name.
 */
export function claimedNames(redis: RedisClient, workspaceId: string) {
  /** Gives a name from one request to another, if it is still the first one's. Returns the id of its request now. */
  async function takeOver(
    { connection, name }: WantedName,
    { from, to }: { from: string; to: string },
  ): Promise<string> {
    const key = keys.claimedName(workspaceId, connection, foldName(name));
    const args = [from, to, ttlInSeconds.claimedName];
    return String(await reachingRedis(() => takeOverScript(redis, [key], args)));
  }

  return {
    takeOver,
    /** Claims a name for a request unless another has it. Returns the id of its request now. */
    claim: (wanted: WantedName, requestId: string) => takeOver(wanted, { from: requestId, to: requestId }),
  };
}

/** Which request became which service, for 30 days, so two requests never get one service. A key for each service. */
export function origins(redis: RedisClient, workspaceId: string) {
  // Servers write one id in upper and in lower case.
  const keyOf = (serviceId: string) => keys.origin(workspaceId, serviceId.toLowerCase());
  const ttl = ttlInSeconds.request;
  return {
    /** Attributes a service to a request unless it is another's. Returns the id of its request. */
    async attribute(serviceId: string, requestId: string): Promise<string> {
      const key = keyOf(serviceId);
      const answer = await reachingRedis(() => redis.set(key, requestId, "EX", ttl, "NX"));
      return answer === "OK" ? requestId : ((await reachingRedis(() => redis.get(key))) ?? requestId);
    },
    /** Attributes it by the cloud's own answer, which is always right. Returns the id of its request before. */
    async attributeSurely(serviceId: string, requestId: string): Promise<string | undefined> {
      const before = await reachingRedis(() => redis.set(keyOf(serviceId), requestId, "EX", ttl, "GET"));
      return before ?? undefined;
    },
    /** The requests of services, in their order. Undefined for a service that is not from here. */
    async of(serviceIds: readonly string[]): Promise<(string | undefined)[]> {
      if (serviceIds.length === 0) return [];
      const found = await reachingRedis(() => redis.mget(serviceIds.map(keyOf)));
      return found.map((requestId) => requestId ?? undefined);
    },
  };
}

/** Changes the records of one workspace's created services. */
export function createdServices(requests: ReturnType<typeof provisioningRequests>, workspaceId: string) {
  return {
    /** Changes the present record and returns it. It can drop its password in the same write. Fails as missing. */
    async change(
      requestId: string,
      changedOf: (created: CreatedProgress) => CreatedProgress,
      { dropPassword } = { dropPassword: false },
    ): Promise<CreatedProgress> {
      let changed: CreatedProgress | undefined;
      const dropped = dropPassword ? [keys.password(workspaceId, requestId)] : [];
      await requests.update(
        requestId,
        (now) => (changed = now?.status === "created" ? changedOf(now) : undefined),
        dropped,
      );
      if (changed) return changed;
      throw new AppError("missing", requestGone);
    },
  };
}
