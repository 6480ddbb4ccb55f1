import type { Redis } from "ioredis";
import { z } from "zod";
import { keys, ttlInSeconds } from "./keys.ts";
import { readRecord } from "./record.ts";
import { reachingRedis } from "./redis.ts";

/**
 * How far a request to create a service has come. There is no record before `sending`: what was submitted
 * lives in its job. `sending` is written before the cloud is called and never by two: whoever finds it
 * there knows that a predecessor may have created the service.
 */
export const RequestProgress = z.discriminatedUnion("status", [
  z.object({ status: z.literal("sending"), sentAt: z.iso.datetime() }),
  z.object({
    status: z.literal("refused"),
    message: z.string(),
    requestId: z.string().optional(),
    /** The field that the cloud complained about, by its name in the specification. */
    field: z.string().optional(),
  }),
  z.object({ status: z.literal("unknown") }),
  z.object({
    status: z.literal("created"),
    createdAt: z.iso.datetime(),
    serviceId: z.string().optional(),
    name: z.string(),
    /** True once the creator has seen the password, or was told that it is lost. */
    passwordTold: z.boolean().default(false),
    /** Since when it may have been announced, whether or not that is remembered below. */
    announcingSince: z.iso.datetime().optional(),
    /** Where it is announced, once it is. */
    message: z.object({ channelId: z.string(), ts: z.string() }).optional(),
    /** The service's state as last announced. */
    announced: z.string().optional(),
  }),
]);
export type RequestProgress = z.infer<typeof RequestProgress>;

/** Keeps how far one workspace's requests have come, for 30 days. */
export interface RequestLog {
  /** Claims the right to send; false when it was claimed before, in this life of the process or another. */
  claim(requestId: string, sentAt: Date): Promise<boolean>;
  find(requestId: string): Promise<RequestProgress | undefined>;
  save(requestId: string, progress: RequestProgress): Promise<void>;
}

/** The request log of one workspace in Redis, a key each. */
export function requestLog(redis: Redis, workspaceId: string): RequestLog {
  return {
    async claim(requestId, sentAt) {
      const sending: RequestProgress = { status: "sending", sentAt: sentAt.toISOString() };
      const key = keys.request(workspaceId, requestId);
      const answer = await reachingRedis(() =>
        redis.set(key, JSON.stringify(sending), "EX", ttlInSeconds.request, "NX"),
      );
      return answer === "OK";
    },
    async find(requestId) {
      const key = keys.request(workspaceId, requestId);
      const stored = await reachingRedis(() => redis.get(key));
      return stored === null ? undefined : readRecord(RequestProgress, stored, key);
    },
    async save(requestId, progress) {
      const key = keys.request(workspaceId, requestId);
      await reachingRedis(() => redis.set(key, JSON.stringify(progress), "EX", ttlInSeconds.request));
    },
  };
}
