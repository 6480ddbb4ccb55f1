import { hashJson } from "../../../lib/hash.ts";
import { FutureOwner } from "../../owners/index.ts";
import { PerDay } from "../../costs/index.ts";
import type { ModalView } from "@slack/types";
import { z } from "zod";
import { isAppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { AuditEntry } from "../../../platform/audit/log.ts";
import { recorder } from "../../../platform/audit/recorder.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { SubmittedIn } from "../../../platform/forms/submit.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { tellAlone } from "../../../platform/jobs/tell.ts";
import type { ServicesContext } from "../context.ts";

/** The purpose under which a job's encryption key is sealed. */
export const encryptionKeyPurpose = "encryption key of a request";

/** One submitted request to create a service, as its job carries it. It has no secret in the clear. */
export const Submission = z.object({
  workspaceId: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** The channel of the command. Absent if it came from App Home or a workflow. */
  channelId: z.string().optional(),
  connection: z.string().default("default"),
  /** The way in, if it was neither a form nor a workflow. */
  door: AuditEntry.shape.door,
  /** Absent for a workflow's step. */
  form: SubmittedIn.optional(),
  /** The workflow's step that waits for the outcome. */
  workflow: z
    .object({
      executionId: z.string(),
      /** Set if nothing is sent and the step ends with this. */
      refusal: z.string().optional(),
      /** Set if the requester must agree first, at the latest then. */
      asksUntil: z.iso.datetime().optional(),
      /** Why it asks although a key of approval was given, in mrkdwn. */
      asksBecause: z.string().optional(),
      /** The name under which an admin approved the workflow, so it need not ask. */
      approvedAs: z.string().optional(),
    })
    .optional(),
  /** Whom the service will belong to. Absent for its requester. */
  owner: FutureOwner.optional(),
  /** When it ends, as its requester chose: "never", "7d" or a day. Absent for the usual. */
  expires: z.string().optional(),
  /** The preset that it began with. */
  preset: z.string().optional(),
  /** What its compute costs a day at the price that its person saw. Absent if it wasn't known. */
  perDay: PerDay.optional(),
  /** Without its encryption key. */
  request: ServiceRequest,
  sealedEncryptionKey: z.string().optional(),
});
export type Submission = z.output<typeof Submission>;

/** The submission of a request. Undefined if it is no longer kept. */
export async function findSubmission(
  requestId: string,
  { requests }: Pick<ServicesContext, "requests">,
): Promise<Submission | undefined> {
  return Submission.safeParse(await requests.submission(requestId)).data;
}

type Sealer = Pick<ServicesContext, "sealer">;

/** A request as a job may carry it: its encryption key is sealed. */
export function sealedRequest(
  { encryptionKey, ...request }: ServiceRequest,
  { sealer }: Sealer,
): Pick<Submission, "request" | "sealedEncryptionKey"> {
  if (encryptionKey === undefined) return { request };
  return { request, sealedEncryptionKey: sealer.seal(encryptionKey, encryptionKeyPurpose) };
}

/** Seals a submission's key with the present sealing key, because what a step saves must outlive the earlier one. */
export function resealedRequest(submission: Submission, { sealer }: Sealer): Submission {
  try {
    return { ...submission, ...sealedRequest(requestToSend(submission, { sealer }), { sealer }) };
  } catch (error) {
    // The step that needs the key reports that.
    if (isAppError(error, "auth")) return submission;
    throw error;
  }
}

/** The request as it is sent. */
export function requestToSend(
  { request, sealedEncryptionKey }: Submission,
  { sealer }: Sealer,
): ServiceRequest {
  if (sealedEncryptionKey === undefined) return request;
  return { ...request, encryptionKey: sealer.open(sealedEncryptionKey, encryptionKeyPurpose) };
}

/** One submitted request with everything that serves it. */
export interface ProvisioningRequest {
  requestId: string;
  submission: Submission;
  context: ServicesContext;
}

/** Adds a request to those without an outcome. */
export async function addUnresolved(
  requestId: string,
  { request, connection }: Submission,
  since: string,
  { unresolved }: Pick<ServicesContext, "unresolved">,
): Promise<void> {
  await unresolved.add(requestId, { name: foldName(request.name), connection, since });
}

/** Shows a message to the requester alone: where they asked, or in their direct messages, or else to admins. */
export async function notifyRequester(
  { requestId, submission: { userId, channelId }, context }: ProvisioningRequest,
  reply: Reply,
): Promise<void> {
  await tellAlone({ key: `request:${requestId}:${hashJson(reply)}`, userId, channelId, reply }, context);
}

/** Shows a view in the modal that the request was submitted from; "gone" if it is closed, or there was none. */
export async function showInForm(
  { submission, context }: ProvisioningRequest,
  view: ModalView,
): Promise<"updated" | "gone"> {
  if (!submission.form) return "gone";
  return context.messenger.updateModal(submission.form.viewId, view);
}

/** How long Redis may take to keep an audit entry while a person waits. */
const waitPolicy = { everyMs: 250, forMs: 1_000 };

/** Records a request to create a service, then accepts it. If it cannot be recorded, it is not accepted. */
export async function acceptRequest(
  requestId: string,
  submission: Submission,
  context: Pick<ServicesContext, "audit" | "creations" | "now" | "log">,
  afterMs?: number,
): Promise<void> {
  await recordRequest(requestId, submission, context);
  await context.creations.accept(requestId, submission, afterMs);
}

async function recordRequest(
  requestId: string,
  {
    userId,
    userName,
    channelId,
    connection,
    door,
    request,
    owner,
    sealedEncryptionKey,
    workflow,
  }: Submission,
  { audit, now, log }: Pick<ServicesContext, "audit" | "now" | "log">,
): Promise<void> {
  const { refusal, asksUntil, approvedAs } = workflow ?? {};
  // Nothing happens until the requester agrees.
  if (asksUntil !== undefined) return;
  const who = { userId, userName, channelId, action: "service.request" } as const;
  if (refusal !== undefined)
    return recorder(who, { audit, now, log }).notDone({ requestId, result: "refused", detail: refusal });
  const after = {
    ...request,
    connection,
    ...owner,
    ...(sealedEncryptionKey === undefined ? {} : { encryptionKey: "given, not kept here" }),
    ...(approvedAs === undefined ? {} : { approvedWorkflow: approvedAs }),
  };
  const at = now().toISOString();
  const entry = {
    ...who,
    ...(door && { door }),
    at,
    requestId,
    subject: request.name ?? requestId,
    after,
    result: "done",
  } as const;
  await keepTrying(() => audit.record(entry), waitPolicy);
}
