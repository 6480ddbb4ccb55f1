import { isAppError, orUndefined } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { findDraft } from "../../../platform/forms/save.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { effective } from "../../../platform/forms/state.ts";
import type { MessageRef } from "../../../platform/jobs/messenger.ts";
import type { ServicesContext } from "../context.ts";
import { createServiceForm } from "../form/form.ts";
import { connectionIn, requestIn } from "../form/request.ts";
import type { Decided, KeptApproval } from "./approvals.ts";
import { type OpenedApproval, openApproval, provisioningHash } from "./content.ts";
import { endByApp, recordApproval, wakeApproval } from "./ask.ts";
import { isOwnMessage } from "./direct.ts";
import * as texts from "./texts.ts";
import { approvalPostKey, ended } from "./message.ts";

/** The answer about a request that is not there. */
export const notKept = texts.notFound;

/** Why a request is void when its record was changed or cannot be opened. */
export const { notAsAsked } = texts;

/** The answer about a request that has ended. */
export function decidedAlready({
  outcome,
  approvedBy,
}: Pick<KeptApproval, "outcome" | "approvedBy">): string {
  return texts.alreadyDecided(outcome ? ended(outcome, approvedBy) : "");
}

/** The person who wants to decide, and the message of the button if there is one. */
interface Decider {
  approvalId: string;
  userId: string;
  message?: MessageRef | undefined;
}

/** The ground for a decision. */
interface Decidable {
  approval: OpenedApproval;
  /** The revision of the requester's form, which is unchanged since they asked. */
  draftRevision: number | undefined;
}

/** Why a person cannot decide. */
interface Undecidable {
  /** Their answer, in mrkdwn. */
  answer: string;
  /** The right that they lack, in plain text without mentions, for the audit log. Absent if nothing was refused. */
  because?: string;
}

type Decision = { action: "approve" } | { action: "deny"; reason: string };

// The ground may change in between: the form is saved right after asking, and keys are rotated.
const mostTries = 5;

/** Makes a person's decision if they may. Returns their answer, or undefined when the message shows it. */
export async function decide(
  decider: Decider,
  decision: Decision,
  context: ServicesContext,
): Promise<Reply | undefined> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const found = await decidable(decider, context);
    if ("answer" in found) return refused(decider, decision, found, context);
    const decided = await saveDecision(decider, decision, found, context);
    if (decided === "twice") return say(texts.twice);
    if (decided === "ended" || decided === "counted") return done(decider, decision, found, decided, context);
  }
  return say(texts.changedMeanwhile);
}

async function refused(
  { approvalId, userId }: Decider,
  { action }: Decision,
  { answer, because }: Undecidable,
  context: ServicesContext,
): Promise<Reply> {
  if (because !== undefined)
    await recordApproval(approvalId, { action, userId, result: "refused", detail: because }, context);
  return say(answer);
}

function saveDecision(
  { userId }: Decider,
  decision: Decision,
  { approval, draftRevision }: Decidable,
  { approvals, now }: ServicesContext,
): Promise<Decided> {
  const at = now().toISOString();
  const { content, ...kept } = approval;
  if (decision.action === "deny")
    return approvals.end(kept, { kind: "denied", at, userId, reason: decision.reason });
  const { quorum } = content.policy;
  const formId = content.form?.formId ?? "";
  return approvals.approve({ ...kept, quorum, formId, draftRevision }, { userId, at });
}

async function done(
  { approvalId, userId }: Decider,
  decision: Decision,
  { approval }: Decidable,
  decided: "ended" | "counted",
  context: ServicesContext,
): Promise<Reply | undefined> {
  const detail = decision.action === "deny" ? decision.reason : undefined;
  // If something fails from here on, the queue goes on within a minute.
  await recordApproval(approvalId, { action: decision.action, userId, result: "done", detail }, context);
  await wakeApproval(approvalId, context);
  if (decided === "ended") return undefined;
  const missing = approval.content.policy.quorum - approval.approvedBy.length - 1;
  return say(texts.counts(plural(Math.max(1, missing), "more person", "more people")));
}

/** Decides the saved denials and shows each result in its modal; false if there are none. */
export async function decideDenials(
  { id, denials }: OpenedApproval,
  context: ServicesContext,
): Promise<boolean> {
  for (const { userId, reason, viewId } of denials) {
    const refused = await explainRefusal(
      decide({ approvalId: id, userId }, { action: "deny", reason }, context),
    );
    const answer = refused?.text ?? texts.denied;
    await context.messenger.updateModal(viewId, notice(refused ? "Not denied" : "Denied", [section(answer)]));
    await context.approvals.dropDenial(id, userId);
  }
  return denials.length > 0;
}

/** Explains a failure that an admin must mend. A temporary failure is rethrown, and the step tries again. */
async function explainRefusal(deciding: Promise<Reply | undefined>): Promise<Reply | undefined> {
  try {
    return await deciding;
  } catch (error) {
    if (isAppError(error, "auth", "forbidden", "user")) return say(explain(error));
    throw error;
  }
}

/** Checks whether a person may decide now. Asks Slack for the group's members; fails as Slack does. */
async function decidable(decider: Decider, context: ServicesContext): Promise<Decidable | Undecidable> {
  const { approvalId, userId, message } = decider;
  const kept = await context.approvals.find(approvalId);
  if (!kept) return { answer: notKept };
  if (kept.outcome) return { answer: decidedAlready(kept) };
  const approval = openApproval(kept, context);
  if (!approval) return endedNow(kept, { kind: "void", reason: notAsAsked }, context);
  const isIts =
    !message ||
    (await isItsMessage(approval, message, context)) ||
    (await isOwnMessage(approval, userId, message, context));
  if (!isIts) return no(texts.wrongButton);
  const { requesterId, expiresAt, policy } = approval.content;
  if (requesterId === userId) return no(texts.ownRequest, texts.ownRequestReason);
  if (context.now().getTime() >= Date.parse(expiresAt)) return endedNow(kept, { kind: "expired" }, context);
  if (!(await isMember(policy.groupId, userId, context)))
    return no(texts.notMember(policy.groupId), texts.notMemberReason);
  const asked = await stillAsked(approval, context);
  if (asked !== "changed") return { approval, ...asked };
  const reason = texts.changedAfterAsking;
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

/** Asks Slack each time, because a member of a moment ago may have left. A group that is gone has no members. */
async function isMember(groupId: string, userId: string, { messenger }: ServicesContext): Promise<boolean> {
  const members = await orUndefined(() => messenger.people.membersOf(groupId), "missing");
  return members?.includes(userId) ?? false;
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
  const wanted = { request: requestIn(values), connection: connectionIn(values) };
  const isSame = draft.attempt === form.attempt && provisioningHash(wanted) === provisioningHash(content);
  return isSame ? { draftRevision: draft.revision } : "changed";
}
