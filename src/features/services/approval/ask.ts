import type { ModalView } from "@slack/types";
import { slackDate } from "../../../platform/blocks/date.ts";
import { section } from "../../../platform/blocks/text.ts";
import { actions } from "../../../platform/blocks/button.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { plural, truncate } from "../../../lib/text.ts";
import type { SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import type { ApprovalNeeded } from "./needed.ts";
import { type ApprovalContent, openApproval, sealContent } from "./record.ts";
import { takeBackButton } from "./buttons.ts";
import { dayMs } from "../../../lib/duration.ts";
import { ended } from "./message.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import { factsOf, factsToKnow } from "../form/facts.ts";
import { connectionIn, requestedName } from "../form/request.ts";
import { reopenButton } from "../../../platform/forms/open.ts";

const expiresAfterMs = dayMs;

/** A job of the approval queue. */
export interface ApprovalItem {
  workspaceId: string;
  approvalId: string;
}

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
    ...(channelId === undefined ? {} : { channelId }),
    form: { formId, attempt, viewId },
    connection: connectionIn(values),
    showsConnection: known.connections.length > 1,
    request,
    policy,
    because,
    ...(known.estimate === undefined ? {} : { estimate: known.estimate }),
    toKnow: factsToKnow(request, known),
    ...askedNow(context),
  };
  const over = await openRequest(content, context, slackShowsWithinMs);
  return over === undefined ? askedView(content) : endedView(over, formId);
}

/** The time of asking, and of expiry 24 hours later. */
export function askedNow({
  now,
}: Pick<ServicesContext, "now">): Pick<ApprovalContent, "askedAt" | "expiresAt"> {
  const at = now().getTime();
  return {
    askedAt: new Date(at).toISOString(),
    expiresAt: new Date(at + expiresAfterMs).toISOString(),
  };
}

/**
 * Saves a request for approval durably and queues its message; the same again changes nothing. Returns its outcome in mrkdwn
 * if it was decided before.
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
  const item: ApprovalItem = { workspaceId: context.workspaceId, approvalId: id };
  await context.approvalQueue.accept(id, item, afterMs);
  await recordApproval(id, { action: "ask", userId, channelId, result: "done" }, context);
  return undefined;
}

function askedView(content: ApprovalContent): ModalView {
  return notice("Asked for approval", [section(askedText(content)), actions([takeBackButton(content)])]);
}

/** For a request that an earlier process opened without answering, and that was decided since. */
function endedView(how: string, formId: string): ModalView {
  return notice("Decided already", [section(how), actions([reopenButton(formId)])]);
}

/** Tells the requester in mrkdwn that approval was asked for. */
export function askedText({ request, policy, expiresAt }: ApprovalContent): string {
  return [
    `:hourglass_flowing_sand: *You asked for approval of ${requestedName(request)}.* Nothing is created yet.`,
    `${plural(policy.quorum, "member")} of <!subteam^${policy.groupId}> must approve it in <#${policy.channelId}> before ${slackDate(new Date(expiresAt))}. You are told here what they decide.`,
  ].join("\n");
}

interface Done extends Pick<AuditEntry, "userId" | "result"> {
  action: "ask" | "approve" | "deny" | "expire" | "void" | "withdraw" | "carry-out";
  detail?: string | undefined;
  channelId?: string | undefined;
  requestId?: string | undefined;
}

/** Records an action on a request for approval, done or refused, with the name of its service. */
export async function recordApproval(
  approvalId: string,
  { action, userId, result, ...rest }: Done,
  context: Pick<ServicesContext, "approvals" | "audit" | "now" | "sealer">,
): Promise<void> {
  const kept = await context.approvals.find(approvalId);
  const name = kept && openApproval(kept, context)?.content.request.name;
  await context.audit.record({
    at: context.now().toISOString(),
    userId,
    action: `approval.${action}`,
    ...(name === undefined ? {} : { subject: name }),
    result,
    // An id from a button's value may be forged, so its length is limited.
    requestId: truncate(approvalId, 300),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  });
}
