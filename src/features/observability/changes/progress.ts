import { z } from "zod";
import { type Holds, type RequestLog, holds, requestLog } from "../../../platform/jobs/request-log/log.ts";
import { durability } from "../../../platform/redis/durability.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import type { Durability, RedisClient } from "../../../platform/redis/connect.ts";
import type { AppError } from "../../../lib/errors.ts";

/** Keeps the progress of one workspace's changes of dashboards and alert rules, for 30 days. */
export type ChangeLog = RequestLog<ChangeProgress>;

/** The change log of one workspace in Redis. */
export function changeLog(
  redis: RedisClient,
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

/** The holds of one workspace. They name no connection, because two may lead to one server. */
export function changeHolds(redis: RedisClient, workspaceId: string): Holds<HeldThing> {
  return holds(redis, ({ noun, id }) => keys.changeHold(workspaceId, noun, id));
}

/** Whether an outcome is in the audit log, and whether its person was notified. */
const followed = { recorded: z.boolean().default(false), notified: z.boolean().default(false) };

/** When a creation was sent, and the ids of things like it before; absent without a list. */
const sent = { sentAt: z.iso.datetime(), before: z.array(z.string()).optional() };

/** The progress of a change of a dashboard or an alert. There is no record before its first step. */
export const ChangeProgress = z.discriminatedUnion("status", [
  /** Begun, and may begin again. */
  z.object({
    status: z.literal("trying"),
    since: z.iso.datetime(),
    /** True once a message outside the modal said that it waits. */
    saidToWait: z.boolean().optional(),
    /** True once something may have been written. */
    mayBeDone: z.boolean().default(false),
  }),
  /** Written by one process right before a creation leaves. From then on the thing may exist. */
  z.object({ status: z.literal("sending"), claim: z.string().optional(), ...sent }),
  /** The answer did not arrive. The app searches for the thing. */
  z.object({
    status: z.literal("lost"),
    ...sent,
    lostAt: z.iso.datetime(),
    /** True if the server answered with a failure of its own, and so no longer works on it. */
    answered: z.boolean(),
    /** What went wrong, for people. */
    message: z.string(),
  }),
  /** It was not found, or the search failed. */
  z.object({
    status: z.literal("unknown"),
    ...followed,
    message: z.string(),
    /** What the search found, for people. */
    found: z.string(),
    /** True once its person chose to create it again. */
    isAgain: z.boolean().default(false),
  }),
  /** Someone else changed it since its person saw it. */
  z.object({
    status: z.literal("conflict"),
    ...followed,
    /** The present dashboard or alert. */
    theirs: z.record(z.string(), z.unknown()),
    /** The change that its person chose. */
    chosen: z.enum(["mine", "theirs"]).optional(),
  }),
  z.object({
    status: z.literal("done"),
    ...followed,
    /** The id of the created thing. */
    id: z.string().optional(),
    /** True if it was so before we did anything. */
    wasSo: z.boolean().default(false),
    /** Set if its person read otherwise before: that it is not certain, or that it is this one. */
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
    /** True if something may have been written all the same. */
    mayBeDone: z.boolean().default(false),
  }),
]);
export type ChangeProgress = z.infer<typeof ChangeProgress>;

/** Progress of one status. */
export type ChangeProgressOf<Status extends ChangeProgress["status"]> = Extract<
  ChangeProgress,
  { status: Status }
>;

/** The progress of a change that is begun. */
export type Trying = ChangeProgressOf<"trying">;

/** A final outcome: nothing more is sent for the change. */
export type Outcome = ChangeProgressOf<"unknown" | "conflict" | "done" | "failed">;

/** True for a final outcome. */
export function isOutcome(progress: ChangeProgress): progress is Outcome {
  return "recorded" in progress;
}

const notFollowed = { recorded: false, notified: false };

/** The change is made. `wasSo` if it was so before we did anything. */
export function done(facts: { id?: string; wasSo?: boolean } = {}): ChangeProgressOf<"done"> {
  return { status: "done", ...notFollowed, wasSo: false, ...facts };
}

/** Someone else changed the thing to this. */
export function conflict(theirs: object): Outcome {
  return { status: "conflict", ...notFollowed, theirs: { ...theirs } };
}

/** The change failed. */
export function failed(failure: AppError, mayBeDone: boolean): Outcome {
  const { requestId, field } = failure;
  // The outcome has its own advice. An earlier call may have had an effect even if the latest one had none.
  const message = failure.outcomeUnknown || mayBeDone ? failure.happened : failure.message;
  return { status: "failed", ...notFollowed, message, requestId, field, mayBeDone };
}

/** It is uncertain whether the thing was created. */
export function unknown(message: string, found: string): Outcome {
  return { status: "unknown", ...notFollowed, message, found, isAgain: false };
}
