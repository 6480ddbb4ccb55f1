import type { Step } from "../../../platform/jobs/worker.ts";
import { announce } from "./announce.ts";
import { follow } from "./follow.ts";
import { writePassword, writeWaitMs } from "../passwords/write.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { tellDirectly } from "../../../platform/jobs/tell.ts";
import { sendPasswordNotice } from "../passwords/notice.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { createdText, createdView } from "./endpoints.ts";
import type { CreatedProgress } from "../provisioning/progress.ts";
import * as texts from "./texts.ts";
import { type ProvisioningRequest, showInForm, notifyRequester } from "../provisioning/submission.ts";

/** Takes one step for a created service: first its password, then a notice to its creator, then its announcement. */
export async function advanceCreated(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
): Promise<Step> {
  const { password, corrects, creatorNotified, message, silent } = progress;
  if (password.fate === "writing" && writeWaitMs(password, provisioning.context.now()) === 0) {
    return writePassword(provisioning, progress, password);
  }
  if (corrects) return sendCorrection(provisioning, progress);
  if (!creatorNotified) return notifyCreator(provisioning, progress);
  return message || silent ? follow(provisioning, progress) : announce(provisioning, progress);
}

/**
 * Shows the creator the service and where its password is: in the modal, or else in the channel. If the modal is closed
 * and the password waits, its button comes in direct messages.
 */
async function notifyCreator(provisioning: ProvisioningRequest, progress: CreatedProgress): Promise<Step> {
  const { requestId, context } = provisioning;
  const shown = await showInForm(provisioning, createdView(requestId, progress));
  if (shown === "gone" && progress.password.fate === "sealed") {
    await sendPasswordNotice(provisioning, progress);
    return "next";
  }
  if (shown === "gone") await notifyRequester(provisioning, say(createdText(progress)));
  await context.created.change(requestId, (now) => ({ ...now, creatorNotified: true }));
  return "next";
}

/** Corrects an earlier message to the requester, because a service that they do not expect costs money. */
async function sendCorrection(provisioning: ProvisioningRequest, progress: CreatedProgress): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const key = `correction:${requestId}:${progress.serviceId}`;
  await tellDirectly({ key, userId: submission.userId, reply: say(correctionText(progress)) }, context);
  await context.created.change(requestId, ({ corrects: _sent, ...now }) => now);
  return "next";
}

/** Says in mrkdwn that a service exists although its requester read otherwise before. */
export function correctionText({
  name,
  serviceId,
  corrects,
}: Pick<CreatedProgress, "name" | "serviceId" | "corrects">): string {
  const id = serviceId === undefined ? "" : texts.itsId(code(serviceId));
  const service = escapeName(name);
  return corrects?.serviceId === undefined
    ? texts.createdAfterAll(service, id)
    : texts.anotherService(service, id, code(corrects.serviceId));
}
