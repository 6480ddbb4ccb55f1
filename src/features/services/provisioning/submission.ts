import { z } from "zod";
import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { ModalView } from "@slack/types";
import type { Reply } from "../../../platform/blocks/reply.ts";
import { postAlone } from "../../../platform/jobs/messenger.ts";

/** What an encryption key in a job is sealed for. */
export const encryptionKeyPurpose = "encryption key of a request";

/** One submitted request to create a service, as its job carries it; there is no secret in it in the clear. */
export const Submission = z.object({
  workspaceId: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** Where it was asked for; absent from App Home and from a workflow. */
  channelId: z.string().optional(),
  /** The workspace's connection by its name. */
  connection: z.string().default("default"),
  /** The form it was submitted from, and which try of it; absent for a workflow's step. */
  form: z.object({ formId: z.string(), attempt: z.number().int(), viewId: z.string() }).optional(),
  /** The workflow's step that waits for the outcome; with a refusal nothing is sent, and the step ends with that. */
  workflow: z
    .object({
      executionId: z.string(),
      refusal: z.string().optional(),
      /** Its requester has to agree first, and until then. */
      asksUntil: z.iso.datetime().optional(),
      /** Why it asks although a key of approval was given, in mrkdwn. */
      asksBecause: z.string().optional(),
      /** The name under which an admin approved the workflow, so that it need not ask. */
      approvedAs: z.string().optional(),
    })
    .optional(),
  /** Without its encryption key. */
  request: ServiceRequest,
  sealedEncryptionKey: z.string().optional(),
});
export type Submission = z.output<typeof Submission>;

type Sealer = Pick<ServicesContext, "sealer">;

/** A request as a job may carry it: its encryption key is sealed. */
export function sealedRequest(
  { encryptionKey, ...request }: ServiceRequest,
  { sealer }: Sealer,
): Pick<Submission, "request" | "sealedEncryptionKey"> {
  if (encryptionKey === undefined) return { request };
  return { request, sealedEncryptionKey: sealer.seal(encryptionKey, encryptionKeyPurpose) };
}

/** The same, sealed with the key that seals by now: what a step writes must not outlive the key it was accepted under. */
export function resealedRequest(submission: Submission, { sealer }: Sealer): Submission {
  const { sealedEncryptionKey: sealed } = submission;
  if (sealed === undefined) return submission;
  try {
    const encryptionKey = sealer.open(sealed, encryptionKeyPurpose);
    return { ...submission, sealedEncryptionKey: sealer.seal(encryptionKey, encryptionKeyPurpose) };
  } catch (error) {
    // The step that needs it says so.
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

/** One submitted request with all that serves it. */
export interface ProvisioningRequest {
  requestId: string;
  submission: Submission;
  context: ServicesContext;
}

/** Says something for the asker's eyes alone: where they asked, or in their direct messages. */
export async function tellAsker({ submission, context }: ProvisioningRequest, reply: Reply): Promise<void> {
  await postAlone(submission, reply, context.messenger);
}

/** Shows something in the modal that the request was submitted from; "gone" where it is closed, or there was none. */
export async function showInForm(
  { submission, context }: ProvisioningRequest,
  view: ModalView,
): Promise<"updated" | "gone"> {
  if (!submission.form) return "gone";
  return context.messenger.updateModal(submission.form.viewId, view);
}
