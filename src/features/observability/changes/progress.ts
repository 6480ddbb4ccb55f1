import { z } from "zod";
import type { Redis } from "ioredis";
import { type RequestLog, requestLog } from "../../../platform/jobs/request-log/log.ts";
import { type Durability, durability } from "../../../platform/redis/durability.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";

/** Keeps the progress of one workspace's changes of dashboards and alert rules, for 30 days. */
export type ChangeLog = RequestLog<ChangeProgress>;

/** One workspace's, in Redis. */
export function changeLog(
  redis: Redis,
  workspaceId: string,
  durable: Durability = durability(redis),
): ChangeLog {
  return requestLog({
    redis,
    durable,
    schema: ChangeProgress,
    progressKey: (changeId) => keys.change(workspaceId, changeId),
    submissionKey: (changeId) => keys.submittedChange(workspaceId, changeId),
    ttlSeconds: ttlInSeconds.change,
  });
}

/** A dashboard or an alert, by its id. */
export interface HeldThing {
  noun: "dashboard" | "alert";
  id: string;
}

/** Which change has a dashboard or an alert to itself. */
export interface ChangeHolds {
  /** Gives a change a thing for so many milliseconds, anew where it has it already; false where another one has it. */
  take(thing: HeldThing, changeId: string, forMs: number): Promise<boolean>;
  /** Gives a thing back; what another change has by now stays its own. */
  release(thing: HeldThing, changeId: string): Promise<void>;
}

const takeFreeOrOwn = script(`
if (redis.call("GET", KEYS[1]) or ARGV[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1`);

const dropOwn = script(`
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])`);

/** The holds of one workspace in Redis, whatever its connections are called: two may lead to one server. */
export function changeHolds(redis: Redis, workspaceId: string): ChangeHolds {
  const keyOf = ({ noun, id }: HeldThing) => keys.changeHold(workspaceId, noun, id);
  return {
    take: (thing, changeId, forMs) =>
      reachingRedis(async () => (await takeFreeOrOwn(redis, [keyOf(thing)], [changeId, forMs])) === 1),
    release: async (thing, changeId) =>
      void (await reachingRedis(() => dropOwn(redis, [keyOf(thing)], [changeId]))),
  };
}

/** What is done about an outcome once it is kept: it is written into the audit log, and its person is told. */
const followed = { recorded: z.boolean().default(false), told: z.boolean().default(false) };

/** When something was sent that cannot be sent twice, and the ids of what looked like it before; absent without a list. */
const sent = { sentAt: z.iso.datetime(), before: z.array(z.string()).optional() };

/** How far a change of a dashboard or an alert has come; there is no record before its first step. */
export const ChangeProgress = z.discriminatedUnion("status", [
  /** It is begun, and may be begun again. */
  z.object({
    status: z.literal("trying"),
    since: z.iso.datetime(),
    /** True once its person was told, outside the modal, that it waits. */
    saidToWait: z.boolean().optional(),
    /** True once something may have been written. */
    mayBeDone: z.boolean().default(false),
  }),
  /** Written right before something leaves to be created, by one process alone: whoever finds it knows that it may be there. */
  z.object({ status: z.literal("sending"), claim: z.string().optional(), ...sent }),
  /** The answer did not arrive, and what became of it is looked for. */
  z.object({
    status: z.literal("lost"),
    ...sent,
    lostAt: z.iso.datetime(),
    /** True where the server answered with a failure of its own, and so is not still at work. */
    answered: z.boolean(),
    /** What went wrong, in words. */
    message: z.string(),
  }),
  /** It was looked for in vain, or could not be. */
  z.object({
    status: z.literal("unknown"),
    ...followed,
    message: z.string(),
    /** What looking told, in words. */
    found: z.string(),
    /** True once its person had it created again. */
    isAgain: z.boolean().default(false),
  }),
  /** Somebody else changed it since its person saw it. */
  z.object({
    status: z.literal("conflict"),
    ...followed,
    /** The dashboard or alert as it is by now. */
    theirs: z.record(z.string(), z.unknown()),
    /** Whose change its person chose. */
    chosen: z.enum(["mine", "theirs"]).optional(),
  }),
  z.object({
    status: z.literal("done"),
    ...followed,
    /** The id of what was created. */
    id: z.string().optional(),
    /** True where it was so before. */
    wasSo: z.boolean().default(false),
    /** Set if its person was told otherwise before: that it is not certain, or that it is this one. */
    corrects: z.object({ id: z.string().optional() }).optional(),
  }),
  z.object({
    status: z.literal("failed"),
    ...followed,
    message: z.string(),
    /** The server's own id of the request. */
    requestId: z.string().optional(),
    /** The field that the server complained about, by its name in the specification. */
    field: z.string().optional(),
    /** True where something may have been written all the same. */
    mayBeDone: z.boolean().default(false),
  }),
]);
export type ChangeProgress = z.infer<typeof ChangeProgress>;

/** Progress of one status. */
export type ChangeProgressOf<Status extends ChangeProgress["status"]> = Extract<
  ChangeProgress,
  { status: Status }
>;
