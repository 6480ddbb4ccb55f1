import { z } from "zod";
import { KeptMessageRef } from "../../../platform/jobs/messenger.ts";

/** The form that something was submitted from, and which try of it. */
const SubmittedIn = z.object({ formId: z.string(), attempt: z.int(), viewId: z.string() });

/** One way to reach a service; every part is the cloud's own word, and may be absent. */
export const KnownEndpoint = z.object({
  protocol: z.string().optional(),
  host: z.string().optional(),
  port: z.number().optional(),
  username: z.string().optional(),
});
export type KnownEndpoint = z.infer<typeof KnownEndpoint>;

/** What became of a new service's password. */
const PasswordFate = z.discriminatedUnion("fate", [
  /** The cloud gave none. */
  z.object({ fate: z.literal("none") }),
  /** It was in an answer that never arrived. */
  z.object({ fate: z.literal("lost") }),
  /** Sealed for its creator's one look. */
  z.object({
    fate: z.literal("sealed"),
    /** Why it could not be written to the place that the connection names for new passwords. */
    notPlaced: z.string().optional(),
  }),
  /** Sealed, and on its way to a place that the connection names for new passwords. */
  z.object({
    fate: z.literal("placing"),
    location: z.string(),
    tries: z.int().default(0),
    triedAt: z.iso.datetime().optional(),
  }),
  /** Written to a place, which is a reference. */
  z.object({ fate: z.literal("placed"), location: z.string() }),
  /** Seen by its creator. */
  z.object({ fate: z.literal("seen") }),
  /** Nobody looked in time. */
  z.object({ fate: z.literal("expired") }),
]);
export type PasswordFate = z.infer<typeof PasswordFate>;

/** Since when a request waits to be sent, and whether its person got a message about that. */
const waited = { since: z.iso.datetime(), told: z.boolean() };

/**
 * The progress of a request to create a service. There is no record before it is sent: the job has what was submitted.
 * It becomes `sending` right before it leaves, for one process alone, so a request without a record was never sent, and
 * one that is `sending` may have been. A `waiting` request surely had no effect, and is sent again.
 */
export const RequestProgress = z.discriminatedUnion("status", [
  z.object({ status: z.literal("waiting"), ...waited }),
  z.object({
    status: z.literal("sending"),
    sentAt: z.iso.datetime(),
    /** The id of the process' attempt. */
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
    /** True once its person was told, or said it themselves. */
    told: z.boolean().default(false),
  }),
  z.object({
    status: z.literal("unknown"),
    sentAt: z.iso.datetime(),
    /** When it became clear that no answer would come. */
    lostAt: z.iso.datetime(),
    /** True where the server answered with a failure of its own, and so is not still at work. */
    answered: z.boolean(),
    /** True where the server answered that it succeeded, in an answer that cannot be read. */
    succeeded: z.boolean().default(false),
    /** True if the process that sent it left no outcome: it may go on one day, so no list can tell that nothing was created. */
    abandoned: z.boolean().optional(),
    /** True if it was settled as not created before; then its person is asked only if there is news. */
    reopened: z.boolean().optional(),
    /** What went wrong, in words. */
    message: z.string(),
    /** True once its person was asked what became of it. */
    asked: z.boolean().default(false),
    /** Where they were asked, in a message that stays. */
    askedIn: KeptMessageRef.optional(),
    /** What its person answered, until that is checked: the service it became, and the form in which they said so. */
    said: z.object({ serviceId: z.string(), form: SubmittedIn }).optional(),
  }),
  z.object({
    status: z.literal("created"),
    createdAt: z.iso.datetime(),
    serviceId: z.string().optional(),
    name: z.string(),
    endpoints: z.array(KnownEndpoint).default([]),
    password: PasswordFate,
    /** The notice in the creator's direct messages: when it was sent, and where it stands, if they could be reached. */
    passwordNotice: z
      .object({ at: z.iso.datetime(), messageRef: KeptMessageRef.optional(), drawn: z.string() })
      .optional(),
    /** True once the creator was told that the service is there and where its password is. */
    creatorTold: z.boolean().default(false),
    /** Since when it may have been announced, whether or not that is remembered below. */
    announcingSince: z.iso.datetime().optional(),
    /** Where it is announced, once it is. */
    message: KeptMessageRef.optional(),
    /** The service's state as the cloud last told it. */
    announced: z.string().optional(),
    /** A digest of what the announcement says now, so that it is redrawn only when that changes. */
    drawn: z.string().optional(),
    /** Set if its person had been told otherwise before, until they are told: that nothing was created, or another service. */
    corrects: z.object({ serviceId: z.string().optional() }).optional(),
    /** True where there is no announcement that could be kept true: it was deleted, or could not be posted. */
    silent: z.boolean().default(false),
  }),
]);
export type RequestProgress = z.infer<typeof RequestProgress>;

/** Progress of one status. */
export type ProgressOf<Status extends RequestProgress["status"]> = Extract<
  RequestProgress,
  { status: Status }
>;
