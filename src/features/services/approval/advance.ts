import { extended } from "../../../lib/cache.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { asSentences } from "../../../lib/text.ts";
import type { ApprovedAct, WaitingAct } from "../../../platform/access/approved-act.ts";
import { isAtLeast } from "../../../platform/access/role.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ContextOf } from "../../../platform/context.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { findDraft } from "../../../platform/forms/save.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";
import type { WorkState } from "../../../platform/jobs/queue.ts";
import { tellDirectly } from "../../../platform/jobs/tell.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { perDayOf, priceOf, readPriceBasis } from "../../costs/index.ts";
import type { ServicesContext } from "../context.ts";
import { createServiceForm } from "../form/form.ts";
import { limitProblems, limitsOf } from "../form/limits.ts";
import { claimName } from "../form/taken-name.ts";
import { whyDenied } from "../hard-limits/denied.ts";
import { type Submission, sealedRequest } from "../provisioning/submission.ts";
import type { KeptApproval } from "./approvals.ts";
import { ApprovalItem, askedText, endByApp, recordApproval } from "./ask.ts";
import { type OpenedApproval, openApproval, shownName } from "./content.ts";
import { decideDenials, notAsAsked } from "./decide.ts";
import { showDirectly } from "./direct.ts";
import { ended, show, showVoid, takeBackButton } from "./message.ts";
import * as texts from "./texts.ts";

// If the process of a decision dies, its effect follows within this time.
const checkEveryMs = minuteMs;

/** Takes one step for a request for approval: asks the approvers, shows their decision, and carries it out. */
export function advanceApproval(
  contextOf: ContextOf<ServicesContext>,
): (id: string, item: unknown) => Promise<Step> {
  return async (_id, item) => {
    const { workspaceId, approvalId } = ApprovalItem.parse(item);
    const context = withoutWaking(contextOf(workspaceId));
    const kept = await context.approvals.find(approvalId);
    if (!kept) return "done";
    const approval = openApproval(kept, context);
    if (!approval) return endUnread(kept, context);
    if (await decideDenials(approval, context)) return "next";
    return approval.outcome ? follow(approval, context) : wait(approval, context);
  };
}

/** A step carries out its own decisions. If it woke its own job, it would wait for its own end. */
function withoutWaking(context: ServicesContext): ServicesContext {
  return extended(context, { approvalQueue: { ...context.approvalQueue, wake: async () => undefined } });
}

/** Ends a request that cannot be read. Nothing is sent, and its requester is unknown, so only the approvers see the end. */
async function endUnread(kept: KeptApproval, context: ServicesContext): Promise<Step> {
  context.log.error({ approvalId: kept.id }, "the saved approval request differs from the original");
  if (kept.notes.effect !== undefined) return "done";
  const outcome = kept.outcome ?? (await endByApp(kept, { kind: "void", reason: notAsAsked }, context));
  await context.approvals.note(kept.id, { effect: notAsAsked });
  const nothing = outcome.kind === "void" ? "" : `\n${texts.notCreated(notAsAsked)}`;
  await showVoid(kept, `${ended(outcome)}${nothing}`, context);
  return "done";
}

async function wait(approval: OpenedApproval, context: ServicesContext): Promise<Step> {
  const { content } = approval;
  const leftMs = Date.parse(content.expiresAt) - context.now().getTime();
  if (leftMs <= 0) {
    await endByApp(approval, { kind: "expired" }, context);
    return "next";
  }
  if (!(await show(approval, context))) {
    await endByApp(approval, { kind: "void", reason: texts.noChannel }, context);
    return "next";
  }
  await notifyAsked(approval, context);
  await showDirectly(approval, context);
  if (content.form) await context.drafts.keepLonger(content.form.formId);
  return { againInMs: Math.min(leftMs, checkEveryMs) };
}

async function follow(approval: OpenedApproval, context: ServicesContext): Promise<Step> {
  const effect = await takeEffect(approval, context);
  const followed = { ...approval, notes: { ...approval.notes, ...(effect && { effect }) } };
  await endWorkflowStep(followed, context);
  await show(followed, context);
  await notifyEnded(followed, context);
  await showDirectly(followed, context);
  return "done";
}

/**
 * Accepts an approved request's creation, once, because its id follows from the approval's. Returns "sent", or in
 * plain text why not; undefined if it was not approved.
 */
async function takeEffect(approval: OpenedApproval, context: ServicesContext): Promise<string | undefined> {
  const { id, outcome, notes } = approval;
  if (outcome?.kind !== "approved") return undefined;
  if (notes.effect !== undefined) return notes.effect;
  const obstacle = await obstacleOf(approval, context);
  if (obstacle === undefined) await send(approval, context);
  const what = { action: "carry-out", userId: "app", requestId: requestIdOf(id) } as const;
  const result = obstacle === undefined ? "done" : "refused";
  await recordApproval(id, { ...what, result, detail: obstacle }, context);
  const effect = obstacle ?? "sent";
  await context.approvals.note(id, { effect });
  return effect;
}

/** Why an approved request cannot be sent: its requester's rights, or the names, may have changed since they asked. */
async function obstacleOf(
  { id, content }: OpenedApproval,
  context: ServicesContext,
): Promise<string | undefined> {
  const { requesterId: userId, channelId, request, act } = content;
  const role = await context.access.roleOf({ userId, channelId }, { fresh: true });
  const found = act && approvedActOf(act, context);
  if (!isAtLeast(role, found?.access ?? createServiceForm.access))
    return act ? texts.noRightToAct : texts.noRight;
  if (act && found) return found.obstacle(act.data, { userId, channelId }, context);
  const problems = limitProblems(await limitsOf({ userId, channelId }, context), request);
  if (problems.length > 0) {
    const limits = asSentences(problems.map(({ message }) => message));
    return texts.beyondLimits(limits);
  }
  const denial = await whyDenied(content, context);
  if (denial !== undefined) return texts.beyondLimits(denial);
  const taken = await claimName(requestIdOf(id), content, context);
  return taken === undefined ? undefined : texts.nameTaken(taken);
}

/** The id of the only request to create a service that an approval leads to. */
function requestIdOf(approvalId: string): string {
  return `approval-${approvalId}`;
}

function approvedActOf({ kind }: WaitingAct, { approvedActs }: ServicesContext): ApprovedAct {
  const found = approvedActs.find((each) => each.kind === kind);
  if (!found) throw new AppError("bug", `No feature carries out what is approved as ${kind}.`);
  return found;
}

async function send({ id, content }: OpenedApproval, context: ServicesContext): Promise<void> {
  const {
    requesterId: userId,
    requesterName: userName,
    channelId,
    connection,
    owner,
    form,
    workflow,
  } = content;
  const { act } = content;
  if (act) {
    const requester = { userId, userName, channelId };
    await approvedActOf(act, context).carryOut(requestIdOf(id), act.data, requester, context);
    return;
  }
  const submission: Submission = {
    workspaceId: context.workspaceId,
    userId,
    userName,
    channelId,
    connection,
    owner,
    form,
    workflow,
    expires: content.expires,
    preset: content.preset,
    perDay: perDayOf(priceOf(content.request, await readPriceBasis(connection, context))),
    ...sealedRequest(content.request, context),
  };
  await context.creations.accept(requestIdOf(id), submission);
}

/** Where what needs approval is, for whoever started it. */
export async function stateOfApproval(id: string, context: ServicesContext): Promise<WorkState> {
  const kept = await context.approvals.find(id);
  if (!kept) return { state: "running" };
  const { outcome, notes } = kept;
  if (!outcome || (outcome.kind === "approved" && notes.effect === undefined)) return { state: "running" };
  if (outcome.kind !== "approved") return { state: "failed", reason: ended(outcome) };
  if (notes.effect !== "sent") return { state: "failed", reason: notes.effect };
  const act = openApproval(kept, context)?.content.act;
  const queue = act ? approvedActOf(act, context).queue : "creations";
  if (queue === undefined) return { state: "done" };
  return context.stateOfWork({ queue, id: requestIdOf(id) });
}

/** Confirms the request in the requester's direct messages, with the button to take it back. */
async function notifyAsked(approval: OpenedApproval, context: ServicesContext): Promise<void> {
  const { id, content, notes } = approval;
  if (notes.notified !== undefined) return;
  const text = askedText(content);
  const message = reply(text, [section(text), actions([takeBackButton({ id, form: content.form })])]);
  await notify(approval, message, "asked", context);
}

/** Tells the requester how it ended. If nothing is created, they get their form back. */
async function notifyEnded(approval: OpenedApproval, context: ServicesContext): Promise<void> {
  const { content, outcome, approvedBy, notes } = approval;
  if (!outcome || outcome.kind === "withdrawn" || notes.notified === outcome.kind) return;
  const name = shownName(content);
  const how = ended(outcome, approvedBy);
  if (notes.effect === "sent") {
    const text = `${how}\n${content.act ? texts.beingDone : texts.beingCreated(name)}`;
    return notify(approval, reply(text, [section(text)]), outcome.kind, context);
  }
  const why = notes.effect === undefined ? how : `${how}\n:warning: ${escapeMrkdwn(notes.effect)}`;
  await returnForm(approval, why, context);
  const text = `${texts.yourRequest(content.act?.wish ?? texts.toCreate(name))}\n${why}`;
  const { form } = content;
  const blocks = [section(text), ...(form ? [actions([reopenButton(form.formId)])] : [])];
  await notify(approval, reply(text, blocks), outcome.kind, context);
}

/** Ends the step of the workflow that asked, unless the approved creation ends it. */
async function endWorkflowStep(
  { content: { workflow }, outcome, notes }: OpenedApproval,
  { messenger }: ServicesContext,
): Promise<void> {
  if (!workflow || !outcome || notes.effect === "sent") return;
  const why = notes.effect ?? texts.endReasons[outcome.kind](outcome.reason);
  await messenger.completeStep(workflow.executionId, { error: `Nothing was created. ${why}` });
}

async function notify(
  { id, content }: OpenedApproval,
  message: Reply,
  state: string,
  context: ServicesContext,
): Promise<void> {
  await tellDirectly(
    { key: `approval:${id}:${state}`, userId: content.requesterId, reply: message },
    context,
  );
  await context.approvals.note(id, { notified: state });
}

/** Reopens the form as a new attempt, unless its person is at another attempt already. */
async function returnForm(
  { content: { form, requesterId: userId } }: OpenedApproval,
  message: string,
  context: ServicesContext,
): Promise<void> {
  if (!form) return;
  const draft = await findDraft(createServiceForm, { formId: form.formId, userId }, context);
  if (draft?.attempt !== form.attempt) return;
  await refuseSubmission(createServiceForm, { ...form, userId }, { message }, context);
}
