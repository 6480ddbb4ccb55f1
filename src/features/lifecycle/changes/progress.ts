import { ScalingChange } from "../../../platform/cloud/services/service.ts";
import { z } from "zod";
import type { AppError } from "../../../lib/errors.ts";
import { type RequestLog, requestLog } from "../../../platform/jobs/request-log/log.ts";
import type { RedisConnections } from "../../../platform/redis/connect.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";

export const Address = z.object({ source: z.string(), description: z.string().optional() });
export type Address = z.output<typeof Address>;

/** What a service's form shows and may change. A part that the server doesn't tell is absent. */
export const Shape = z.object({ ...ScalingChange.shape, ipAccessList: z.array(Address).optional() });
export type Shape = z.output<typeof Shape>;

/** The progress of a change of a service. There is no record before its first step. */
export const ChangeProgress = z.discriminatedUnion("status", [
  /** Before a part is sent, and between two. `made`: something was sent and had its effect. */
  z.object({
    status: z.literal("trying"),
    part: z.int(),
    made: z.boolean(),
    since: z.iso.datetime(),
    saidToWait: z.boolean().optional(),
  }),
  /** Written by one process right before a part leaves. */
  z.object({
    status: z.literal("sending"),
    part: z.int(),
    made: z.boolean(),
    claim: z.string(),
    sentAt: z.iso.datetime(),
  }),
  /** The answer did not arrive. The service is read until it shows the change. */
  z.object({
    status: z.literal("lost"),
    part: z.int(),
    made: z.boolean(),
    lostAt: z.iso.datetime(),
    /** True if the server answered with a failure of its own, and so no longer works on it. */
    answered: z.boolean(),
    message: z.string(),
  }),
  /** Nothing more is sent. */
  z.object({
    status: z.literal("ended"),
    outcome: z.enum(["done", "failed", "unserved", "conflict", "unknown", "gone", "void"]),
    /** True if at least one part was sent and had its effect. */
    made: z.boolean(),
    at: z.iso.datetime(),
    /** Why it failed, for people. */
    message: z.string().optional(),
    /** The server's own id of the request. */
    requestId: z.string().optional(),
    field: z.string().optional(),
    /** The service as someone else changed it. */
    theirs: Shape.optional(),
    recorded: z.boolean(),
    notified: z.boolean(),
  }),
]);
export type ChangeProgress = z.output<typeof ChangeProgress>;

/** Progress of one status. */
export type ProgressOf<Status extends ChangeProgress["status"]> = Extract<ChangeProgress, { status: Status }>;

/** How a change ended. */
export type Ended = ProgressOf<"ended">;

/** The changes of one workspace's services in Redis, for 30 days. */
export function serviceChangeLog(
  { main, durability }: RedisConnections,
  workspaceId: string,
): RequestLog<ChangeProgress> {
  return requestLog({
    redis: main,
    durable: durability,
    schema: ChangeProgress,
    progressKey: (changeId) => keys.serviceChange(workspaceId, changeId),
    submissionKey: (changeId) => keys.submittedServiceChange(workspaceId, changeId),
    ttlSeconds: ttlInSeconds.change,
  });
}

/** The end of a change. */
export function ended(
  outcome: Ended["outcome"],
  made: boolean,
  at: Date,
  facts: Pick<Ended, "message" | "theirs"> & { failure?: AppError } = {},
): Ended {
  const { failure, ...others } = facts;
  return {
    status: "ended",
    outcome,
    made,
    at: at.toISOString(),
    ...(failure && { message: failure.message, requestId: failure.requestId, field: failure.field }),
    ...others,
    recorded: false,
    notified: false,
  };
}
