import { actions } from "../../../platform/blocks/button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { redraw } from "../../../platform/jobs/messenger.ts";
import { tellDirectly } from "../../../platform/jobs/tell.ts";
import { showPasswordButton } from "./passwords.ts";
import { hashJson } from "../../../lib/hash.ts";
import { createdText } from "../announcement/endpoints.ts";
import type { CreatedProgress } from "../provisioning/progress.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";

/**
 * Sends the creator the password's button in direct messages, for one look within 24 hours. A creator who cannot be
 * reached has the same time for the button in the announcement.
 */
export async function sendPasswordNotice(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
): Promise<void> {
  const { requestId, submission, context } = provisioning;
  if (!(await context.passwords.keepLonger(requestId))) return expirePassword(provisioning);
  const at = context.now().toISOString();
  const message = noticeOf(requestId, { ...progress, passwordNotice: { at, drawn: "" } });
  const key = `password:${requestId}`;
  const messageRef = await tellDirectly({ key, userId: submission.userId, reply: message }, context);
  const passwordNotice = { at, drawn: hashJson(message), messageRef };
  await context.created.change(requestId, (now) => ({ ...now, passwordNotice, creatorNotified: true }));
}

/**
 * Drops a password that its creator did not see in time; changes nothing if they did meanwhile. Without a notice that can
 * say so, admins hear it.
 */
export async function expirePassword(provisioning: ProvisioningRequest): Promise<void> {
  const { requestId, submission, context } = provisioning;
  const dropped = await context.created.change(requestId, expired, { dropPassword: true });
  if (dropped.password.fate !== "expired" || dropped.passwordNotice?.messageRef) return;
  const notice = { key: `password-lapsed:${requestId}`, userId: submission.userId };
  await tellDirectly({ ...notice, reply: noticeOf(requestId, dropped) }, context);
}

function expired(progress: CreatedProgress): CreatedProgress {
  return progress.password.fate === "sealed" ? { ...progress, password: { fate: "expired" } } : progress;
}

/** Redraws the notice for the password's fate; false if it is up to date, or there is none. */
export async function redrawPasswordNotice(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
): Promise<boolean> {
  const { requestId, submission, context } = provisioning;
  const { messageRef, drawn } = progress.passwordNotice ?? {};
  if (!messageRef) return false;
  const message = noticeOf(requestId, progress);
  const next = hashJson(message);
  if (next === drawn) return false;
  const isShown = await redraw(context.messenger, messageRef, message);
  if (!isShown && progress.password.fate === "expired") {
    const notice = { key: `password-lapsed:${requestId}`, userId: submission.userId };
    await tellDirectly({ ...notice, reply: message }, context);
  }
  await context.created.change(requestId, ({ passwordNotice, ...now }) => ({
    ...now,
    ...(passwordNotice ? { passwordNotice: { ...passwordNotice, drawn: next } } : {}),
  }));
  return true;
}

function noticeOf(requestId: string, progress: CreatedProgress): Reply {
  const text = createdText(progress);
  const isWaiting = progress.password.fate === "sealed";
  return reply(text, [section(text), ...(isWaiting ? [actions([showPasswordButton(requestId)])] : [])]);
}
