import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { SubmittedIn } from "../../../platform/forms/submit.ts";
import { KeptMessageRef } from "../../../platform/jobs/messenger.ts";
import { requestLog } from "../../../platform/jobs/request-log/log.ts";
import { type Durability, type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { durability } from "../../../platform/redis/durability.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { script, transact } from "../../../platform/redis/script.ts";
import { PerDay } from "../../costs/index.ts";
import { requestGone } from "../announcement/texts.ts";

/** One way to reach a service. Each part is as the cloud sent it. */
export const KnownEndpoint = z.object({
  protocol: z.string().optional(),
  host: z.string().optional(),
  port: z.number().optional(),
  username: z.string().optional(),
});
export type KnownEndpoint = z.infer<typeof KnownEndpoint>;

/** Where a new service's password is. */
const PasswordFate = z.discriminatedUnion("fate", [
  /** The cloud gave none. */
  z.object({ fate: z.literal("none") }),
  /** It was in an answer that never arrived. */
  z.object({ fate: z.literal("lost") }),
  /** Sealed for one look of its creator. */
  z.object({
    fate: z.literal("sealed"),
    /** Why it couldn't be written to the connection's location for new passwords. */
    writeFailure: z.string().optional(),
  }),
  /** Sealed, and being written to the connection's location for new passwords. */
  z.object({
    fate: z.literal("writing"),
    location: z.string(),
    tries: z.int().default(0),
    triedAt: z.iso.datetime().optional(),
  }),
  /** Written to a location, which is a credential reference. */
  z.object({ fate: z.literal("written"), location: z.string() }),
  /** Seen by its creator. */
  z.object({ fate: z.literal("seen") }),
  /** Its creator did not look in time. */
  z.object({ fate: z.literal("expired") }),
]);
export type PasswordFate = z.infer<typeof PasswordFate>;

/** Since when a request waits to be sent, and whether its requester got a message about that. */
const waited = { since: z.iso.datetime(), notified: z.boolean() };

/**
 * The progress of a request to create a service. A request without a record was never sent. It becomes `sending` right
 * before it leaves, for one process alone, so one that is `sending` may have been sent. A `waiting` request surely had
 * no effect, and is sent again.
 */
export const RequestProgress = z.discriminatedUnion("status", [
  z.object({ status: z.literal("waiting"), ...waited }),
  z.object({
    status: z.literal("sending"),
    sentAt: z.iso.datetime(),
    /** The id of one process's attempt. */
    claim: z.string(),
    waited: z.object(waited).optional(),
  }),
  z.object({
    status: z.literal("failed"),
    message: z.string(),
    /** The cloud's own id of the request. */
    requestId: z.string().optional(),
    /** The field that the cloud complained about, by its name in the specification. */
    field: z.string().optional(),
    /** True once its requester knows. */
    notified: z.boolean().default(false),
  }),
  z.object({
    status: z.literal("unknown"),
    sentAt: z.iso.datetime(),
    /** When it became clear that no answer would come. */
    lostAt: z.iso.datetime(),
    /** True if the server answered with a failure of its own, so it no longer works on it. */
    answered: z.boolean(),
    /** True if the server answered that it succeeded, in an answer that cannot be read. */
    succeeded: z.boolean().default(false),
    /** True if its sender left no outcome. It may still go on, so no list proves that nothing was created. */
    abandoned: z.boolean().optional(),
    /** True if it was resolved as not created before. Its requester is then asked only if there is news. */
    reopened: z.boolean().optional(),
    /** What went wrong. */
    message: z.string(),
    /** True once its requester was asked whether it was created. */
    asked: z.boolean().default(false),
    /** The message that asks. */
    askedIn: KeptMessageRef.optional(),
    /** The requester's answer until it is checked: the service, and the form with its id. */
    said: z.object({ serviceId: z.string(), form: SubmittedIn }).optional(),
  }),
  z.object({
    status: z.literal("created"),
    createdAt: z.iso.datetime(),
    serviceId: z.string().optional(),
    name: z.string(),
    endpoints: z.array(KnownEndpoint).default([]),
    password: PasswordFate,
    /** The notice in the creator's direct messages. Without a message, they couldn't be reached. */
    passwordNotice: z
      .object({ at: z.iso.datetime(), messageRef: KeptMessageRef.optional(), drawn: z.string() })
      .optional(),
    /** True once the creator knows that the service is there, and where its password is. */
    creatorNotified: z.boolean().default(false),
    /** Since when it may have been announced, even if there is no message below. */
    announcingSince: z.iso.datetime().optional(),
    /** The announcement. */
    message: KeptMessageRef.optional(),
    /** The service's last state at the cloud. */
    announced: z.string().optional(),
    /** False until the thread of the announcement says how it ended. Absent in records of earlier versions. */
    told: z.boolean().optional(),
    /** The estimated compute of a day in credits, if it was known when the service was announced. */
    perDay: PerDay.optional(),
    /** The hash of the announcement, so it is redrawn only when it changes. */
    drawn: z.string().optional(),
    /** Set until its requester gets a correction: they had read of another service, or that none was created. */
    corrects: z.object({ serviceId: z.string().optional() }).optional(),
    /** True if there is no announcement to redraw: it was deleted, or couldn't be posted. */
    silent: z.boolean().default(false),
  }),
]);
export type RequestProgress = z.infer<typeof RequestProgress>;

/** Progress of one status. */
export type ProgressOf<Status extends RequestProgress["status"]> = Extract<
  RequestProgress,
  { status: Status }
>;

/** The progress of a request with a created service. */
export type CreatedProgress = ProgressOf<"created">;

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
  async function unresolved(): Promise<(readonly [requestId: string, Unresolved])[]> {
    const stored = await reachingRedis(() => redis.hgetall(key));
    return Object.entries(stored).map(([id, text]) => [id, readRecord(Unresolved, text, key)] as const);
  }
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
      return (await unresolved())
        .filter(([, found]) => found.name === name && found.connection === connection)
        .map(([requestId]) => requestId);
    },
    /** The folded names that a connection's requests ask for. */
    async names(connection: string): Promise<ReadonlySet<string>> {
      const all = (await unresolved()).filter(([, found]) => found.connection === connection);
      return new Set(all.map(([, { name }]) => name));
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
