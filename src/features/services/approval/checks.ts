import type { ServicesContext } from "../context.ts";
import type { MessageRef } from "../../../platform/jobs/messenger.ts";
import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { isAppError } from "../../../lib/errors.ts";
import { findDraft } from "../../../platform/forms/drafts.ts";
import { effective } from "../../../platform/forms/state.ts";
import { createServiceForm } from "../form/form.ts";
import { connectionIn, readRequest } from "../form/request.ts";
import { type OpenedApproval, openApproval, provisioningHash } from "./record.ts";
import { endByApp } from "./end.ts";
import { approvalPostKey, ended } from "./message.ts";

/** Who wants to decide, and the message whose button they pressed, where it was one. */
export interface Decider {
  approvalId: string;
  userId: string;
  message?: MessageRef | undefined;
}

/** Why one is void whose record was changed, or cannot be opened. */
export const notAsAsked = "What is kept of it is not what was asked for.";

/** What a decision may rest on. */
export interface Decidable {
  approval: OpenedApproval;
  /** The revision of the requester's form, which is as it was when they asked. */
  draftRevision: number | undefined;
}

/** Why somebody may not decide. */
export interface Undecidable {
  /** In mrkdwn, for them. */
  told: string;
  /**
   * The right that they lack, in plain text for the audit log, which calls no one; absent where nothing is left to decide,
   * and so nothing was refused.
   */
  because?: string;
}

/** What somebody may decide on at this very moment; or why they may not. Asks Slack who is in the group. */
export async function decidable(
  decider: Decider,
  context: ServicesContext,
): Promise<Decidable | Undecidable> {
  const { approvalId, userId, message } = decider;
  const kept = await context.approvals.find(approvalId);
  if (!kept) return { told: "There is no such request here, or it is not kept any more." };
  if (kept.outcome) return { told: `This is decided already. ${ended(kept.outcome, kept.approvedBy)}` };
  const approval = openApproval(kept, context);
  if (!approval) return endedNow(kept, { kind: "void", reason: notAsAsked }, context);
  if (message && !(await isItsMessage(approval, message, context)))
    return no("This button does not belong to that request. Press the one in the message about it.");
  const { requesterId, expiresAt, policy } = approval.content;
  if (requesterId === userId)
    return no(
      "You asked for this yourself, so somebody else has to decide. You can take it back in our direct messages.",
      "Who asks does not decide.",
    );
  if (context.now().getTime() >= Date.parse(expiresAt)) return endedNow(kept, { kind: "expired" }, context);
  if (!(await isMember(policy.groupId, userId, context)))
    return no(
      `Only members of <!subteam^${policy.groupId}> decide this, and you are not one of them now.`,
      "Only members of the approvers' group decide.",
    );
  const asked = await stillAsked(approval, context);
  if (asked !== "changed") return { approval, ...asked };
  const reason = "Its requester changed it after asking.";
  return endedNow(kept, { kind: "void", reason }, context);
}

function no(told: string, because = told): Undecidable {
  return { told, because };
}

async function endedNow(...how: Parameters<typeof endByApp>): Promise<Undecidable> {
  return { told: ended(await endByApp(...how)) };
}

/** Who died right after posting it has not remembered where; the channel is known in any case. */
async function isItsMessage(
  { id, content }: OpenedApproval,
  { channelId, ts }: MessageRef,
  { posts }: ServicesContext,
): Promise<boolean> {
  const messageRef = await posts.messageRefOf(approvalPostKey(id));
  return messageRef
    ? messageRef.channelId === channelId && messageRef.ts === ts
    : content.policy.channelId === channelId;
}

/** Asked of Slack anew each time: who was in it a moment ago may not be now. */
async function isMember(groupId: string, userId: string, { messenger }: ServicesContext): Promise<boolean> {
  try {
    return (await messenger.people.membersOf(groupId)).includes(userId);
  } catch (error) {
    // A group that is gone has no members.
    if (isAppError(error, "missing")) return false;
    throw error;
  }
}

/** What a form says now is what was asked for, in the same attempt; a form that is gone cannot be changed any more. */
async function stillAsked(
  { content }: OpenedApproval,
  context: ServicesContext,
): Promise<Pick<Decidable, "draftRevision"> | "changed"> {
  const { form, requesterId: userId } = content;
  // A workflow has no form that could be changed.
  if (!form) return { draftRevision: undefined };
  const draft = await findDraft(createServiceForm, { formId: form.formId, userId }, context);
  if (!draft) return { draftRevision: undefined };
  const { values } = effective(createServiceForm, draft);
  const request = ServiceRequest.safeParse(readRequest(values).request).data;
  const isSame =
    draft.attempt === form.attempt &&
    provisioningHash({ request, connection: connectionIn(values) }) === provisioningHash(content);
  return isSame ? { draftRevision: draft.revision } : "changed";
}
