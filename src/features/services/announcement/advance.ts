import type { Step } from "../../../platform/jobs/worker.ts";
import { announce } from "./announce.ts";
import { follow } from "./follow.ts";
import { placePassword, placingWaitMs } from "../passwords/write.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { isAppError } from "../../../lib/errors.ts";
import { sendPasswordNotice } from "../passwords/notice.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { createdText, createdView } from "./endpoints.ts";
import type { CreatedProgress } from "./keep-created.ts";
import { type ProvisioningRequest, showInForm, tellAsker } from "../provisioning/submission.ts";

/** One step in the life of a service that is created: its password first, then its creator, then its channel. */
export async function advanceCreated(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
): Promise<Step> {
  const { password, corrects, creatorTold, message, silent } = progress;
  if (password.fate === "placing" && placingWaitMs(password, provisioning.context.now()) === 0) {
    return placePassword(provisioning, progress, password);
  }
  if (corrects) return tellCorrection(provisioning, progress);
  if (!creatorTold) return tellCreator(provisioning, progress);
  return message || silent ? follow(provisioning, progress) : announce(provisioning, progress);
}

/**
 * Tells the creator that the service is there and where its password is: in the modal, or else where they asked. A password
 * that waits for a creator without the modal comes with its button in direct messages.
 */
async function tellCreator(provisioning: ProvisioningRequest, progress: CreatedProgress): Promise<Step> {
  const { requestId, context } = provisioning;
  const shown = await showInForm(provisioning, createdView(requestId, progress));
  if (shown === "gone" && progress.password.fate === "sealed") {
    await sendPasswordNotice(provisioning, progress);
    return "next";
  }
  if (shown === "gone") await tellIfThere(provisioning, progress);
  await context.created.change(requestId, (now) => ({ ...now, creatorTold: true }));
  return "next";
}

async function tellIfThere(provisioning: ProvisioningRequest, progress: CreatedProgress): Promise<void> {
  try {
    await tellAsker(provisioning, say(createdText(progress)));
  } catch (error) {
    // Who has left Slack since cannot be told, and the service is followed all the same.
    if (!isAppError(error, "forbidden", "missing")) throw error;
    provisioning.context.log.info(
      { err: error, requestId: provisioning.requestId },
      "the creator could not be told",
    );
  }
}

/** Tells the requester that what they were told before is not so: a service that they do not expect costs money. */
async function tellCorrection(provisioning: ProvisioningRequest, progress: CreatedProgress): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  try {
    await context.messenger.post(submission.userId, say(correctionText(progress)));
  } catch (error) {
    // A person who has left Slack cannot be told; the audit log and the announcement have it.
    if (!isAppError(error, "forbidden", "missing", "user")) throw error;
    context.log.error({ err: error, requestId }, "a correction could not be told");
  }
  await context.created.change(requestId, ({ corrects: _told, ...now }) => now);
  return "next";
}

/** What is said of a service that is there although its requester was told otherwise. */
export function correctionText({
  name,
  serviceId,
  corrects,
}: Pick<CreatedProgress, "name" | "serviceId" | "corrects">): string {
  const service = escapeName(name);
  const id = serviceId === undefined ? "" : ` It is service ${code(serviceId)}.`;
  const advice = "Each service costs money: delete what you do not need in the cloud's console.";
  if (corrects?.serviceId !== undefined)
    return `:warning: *${service} is not the service that you were told of.*${id} Service ${code(corrects.serviceId)} is from another request. ${advice}`;
  return `:warning: *${service} was created after all.*${id} It had been settled as not created. If you created it again, there are two now. ${advice}`;
}
