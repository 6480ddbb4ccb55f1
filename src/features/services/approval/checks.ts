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

/** The person who wants to decide, and the message of the button if there is one. */
export interface Decider {
  approvalId: string;
  userId: string;
  message?: MessageRef | undefined;
}

/** Why a request is void when its record was changed or cannot be opened. */
export const notAsAsked = "What is kept of it is not what was asked for.";

/** The ground for a decision. */
export interface Decidable {
  approval: OpenedApproval;
  /** The revision of the requester's form, which is unchanged since they asked. */
  draftRevision: number | undefined;
}

/** Why a person cannot decide. */
export interface Undecidable {
  /** Their answer, in mrkdwn. */
  answer: string;
  /**
   * The right that they lack, in plain text without mentions, for the audit log. Absent if nothing is left to decide, so
   * that nothing was refused.
   */
  because?: string;
}

/** Checks whether a person may decide now. Asks Slack for the group's members; fails as Slack does. */
export async function decidable(
  decider: Decider,
  context: ServicesContext,
): Promise<Decidable | Undecidable> {
  const { approvalId, userId, message } = decider;
  const kept = await context.approvals.find(approvalId);
  if (!kept) return { answer: "There is no such request here, or it is not kept any more." };
  if (kept.outcome) return { answer: `This is decided already. ${ended(kept.outcome, kept.approvedBy)}` };
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

function no(answer: string, because = answer): Undecidable {
  return { answer, because };
}

async function endedNow(...how: Parameters<typeof endByApp>): Promise<Undecidable> {
  return { answer: ended(await endByApp(...how)) };
}

/** A process that died right after posting has not saved the message. Its channel is known all the same. */
async function isItsMessage(
  { id, content }: OpenedApproval,
  { channelId, ts }: MessageRef,
  { posts }: ServicesContext,
): Promise<boolean> {
  const posted = await posts.messageRefOf(approvalPostKey(id));
  return posted ? posted.channelId === channelId && posted.ts === ts : content.policy.channelId === channelId;
}

/** Asks Slack each time, because a member of a moment ago may have left. */
async function isMember(groupId: string, userId: string, { messenger }: ServicesContext): Promise<boolean> {
  try {
    return (await messenger.people.membersOf(groupId)).includes(userId);
  } catch (error) {
    // A group that is gone has no members.
    if (isAppError(error, "missing")) return false;
    throw error;
  }
}

/** Compares the form with the request, in the same attempt. A form that is gone can no longer change. */
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
