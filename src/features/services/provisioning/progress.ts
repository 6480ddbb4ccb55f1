import { z } from "zod";
import { PerDay } from "../../costs/index.ts";
import { SubmittedIn } from "../../../platform/forms/submit.ts";
import { KeptMessageRef } from "../../../platform/jobs/messenger.ts";

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
