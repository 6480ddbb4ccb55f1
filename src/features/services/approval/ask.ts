import type { ModalView } from "@slack/types";
import { z } from "zod";
import { dayMs } from "../../../lib/duration.ts";
import { truncate } from "../../../lib/text.ts";
import type { WaitingAct } from "../../../platform/access/approved-act.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import type { ServicesContext } from "../context.ts";
import { factsOf, factsToKnow } from "../form/facts.ts";
import { expiresIn } from "../form/expires.ts";
import { connectionIn, ownerIn } from "../form/request.ts";
import type { ApprovalOutcome, KeptApproval } from "./approvals.ts";
import { type ApprovalContent, nameIn, openApproval, shownName, sealContent } from "./content.ts";
import { ended, takeBackButton } from "./message.ts";
import * as texts from "./texts.ts";
import type { ApprovalNeeded } from "./needed.ts";

/** A job of the approval queue. */
export const ApprovalItem = z.object({ workspaceId: z.string(), approvalId: z.string() });

/** Opens a request for approval of a submission. The same submission again changes nothing. */
export async function askForApproval(
  submitted: SubmittedForm,
  request: ServiceRequest,
  { policy, because }: ApprovalNeeded,
  context: ServicesContext,
): Promise<ModalView> {
  const { formId, attempt, viewId, userId, userName, channelId, values, facts } = submitted;
  const known = factsOf(facts);
  const content: ApprovalContent = {
    id: `${formId}-${attempt}`,
    requesterId: userId,
    requesterName: userName,
    channelId,
    form: { formId, attempt, viewId },
    connection: connectionIn(values),
    showsConnection: known.connections.length > 1,
    owner: ownerIn(values),
    request,
    policy,
    because,
    estimate: known.estimate,
    expires: expiresIn(values),
    preset: known.preset?.name,
    toKnow: factsToKnow(request, known),
    ...askedNow(context),
  };
  const over = await openRequest(content, context, slackShowsWithinMs);
  if (over === undefined)
    return notice(texts.askedTitle, [section(askedText(content)), actions([takeBackButton(content)])]);
  // An earlier process opened it without answering, and it was decided since.
  return notice(texts.decidedTitle, [section(over), actions([reopenButton(formId)])]);
}

/** What a person wants to do besides creating, and where. */
interface WantedAct {
  id: string;
  act: WaitingAct;
  requester: { userId: string; userName: string; channelId?: string | undefined };
  connection: string;
}

/** Opens a request for approval of an act. Returns what to tell its requester, in mrkdwn. */
export async function askForAct(
  { id, act, requester, connection }: WantedAct,
  { policy, because }: ApprovalNeeded,
  context: ServicesContext,
): Promise<Reply> {
  const content: ApprovalContent = {
    id,
    requesterId: requester.userId,
    requesterName: requester.userName,
    channelId: requester.channelId,
    connection,
    showsConnection: false,
    request: {},
    act,
    policy,
    because,
    toKnow: [],
    ...askedNow(context),
  };
  const over = await openRequest(content, context);
  if (over !== undefined) return say(over);
  const text = askedText(content);
  return reply(text, [section(text), actions([takeBackButton({ id })])]);
}

/** The time of asking, and of expiry 24 hours later. */
export function askedNow({ now }: ServicesContext): Pick<ApprovalContent, "askedAt" | "expiresAt"> {
  const at = now().getTime();
  return { askedAt: new Date(at).toISOString(), expiresAt: new Date(at + dayMs).toISOString() };
}

/**
 * Saves a request for approval durably and queues its message; the same again changes nothing. Returns its outcome in
 * mrkdwn if it was decided before.
 */
export async function openRequest(
  content: ApprovalContent,
  context: ServicesContext,
  afterMs = 0,
): Promise<string | undefined> {
  const { id, requesterId: userId, channelId, expiresAt } = content;
  await context.approvals.open({ id, sealed: sealContent(content, context) }, new Date(expiresAt));
  const kept = await context.approvals.find(id);
  if (kept?.outcome) return ended(kept.outcome, kept.approvedBy);
  await context.approvalQueue.accept(id, itemOf(id, context), afterMs);
  await recordApproval(id, { action: "ask", userId, channelId, result: "done" }, context);
  return undefined;
}

/** Tells the requester in mrkdwn that approval was asked for. */
export function askedText({ policy, expiresAt, ...asked }: ApprovalContent): string {
  const { quorum, groupId, channelId } = policy;
  return texts.asked(shownName(asked), quorum, groupId, channelId, slackDate(new Date(expiresAt)));
}

interface Done extends Pick<AuditEntry, "userId" | "result" | "detail" | "channelId" | "requestId"> {
  action: "ask" | "approve" | "deny" | "expire" | "void" | "withdraw" | "carry-out";
}

/** Records an action on a request for approval, done or refused, with the name of its service. */
export async function recordApproval(
  approvalId: string,
  { action, ...done }: Done,
  context: Pick<ServicesContext, "approvals" | "audit" | "now" | "sealer">,
): Promise<void> {
  const kept = await context.approvals.find(approvalId);
  await context.audit.record({
    at: context.now().toISOString(),
    action: `approval.${action}`,
    subject: kept && subjectOf(kept, context),
    // An id from a button's value may be forged, so its length is limited.
    requestId: truncate(approvalId, 300),
    ...done,
  });
}

function subjectOf(kept: KeptApproval, context: Pick<ServicesContext, "sealer">): string | undefined {
  const content = openApproval(kept, context)?.content;
  return content && nameIn(content);
}

/** Ends a request for the app's own reason. Returns its outcome, which may be a faster person's decision. */
export async function endByApp(
  kept: KeptApproval,
  { kind, reason }: { kind: "expired" | "void"; reason?: string },
  context: ServicesContext,
): Promise<ApprovalOutcome> {
  const at = context.now().toISOString();
  const outcome: ApprovalOutcome = { kind, at, reason };
  const decided = await context.approvals.end(kept, outcome);
  if (decided === "ended") {
    const action = kind === "expired" ? "expire" : "void";
    await recordApproval(kept.id, { action, userId: "app", result: "done", detail: reason }, context);
    await wakeApproval(kept.id, context);
    return outcome;
  }
  return (await context.approvals.find(kept.id))?.outcome ?? outcome;
}

/** Wakes the request's job, which shows and carries out a decision. */
export async function wakeApproval(approvalId: string, context: ServicesContext): Promise<void> {
  await context.approvalQueue.wake(approvalId, itemOf(approvalId, context));
}

function itemOf(approvalId: string, { workspaceId }: ServicesContext): z.input<typeof ApprovalItem> {
  return { workspaceId, approvalId };
}
