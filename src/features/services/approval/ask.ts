import type { ModalView } from "@slack/types";
import { z } from "zod";
import { dayMs } from "../../../lib/duration.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
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
import { type CreateLimits, bindingRole, formatLimits } from "../../../platform/access/create-limits.ts";
import { type Price, formatEstimate, priceOf } from "../../costs/index.ts";
import type { FutureOwner } from "../../owners/index.ts";
import { type CreateFacts, factsOf, factsToKnow } from "../form/facts.ts";
import { endForOthers, expiresIn, label as endLabel } from "../form/expires.ts";
import { basisIn, keptBasis } from "../form/sizes.ts";
import { connectionIn, line, ownerIn } from "../form/request.ts";
import { mentionOf } from "../../../platform/access/known-people.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
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
  needed: ApprovalNeeded,
  limits: CreateLimits | undefined,
  context: ServicesContext,
): Promise<ModalView> {
  const { formId, attempt, viewId, userId, userName, channelId, values, facts } = submitted;
  const known = factsOf(facts);
  const connection = connectionIn(values);
  const basis = basisIn(submitted) ?? (await keptBasis(connection, context));
  const content = await creationContent(
    {
      id: `${formId}-${attempt}`,
      requester: { userId, userName, channelId },
      form: { formId, attempt, viewId },
      connection,
      owner: ownerIn(values),
      request,
      price: priceOf(request, basis),
      limits,
      expires: expiresIn(values),
      preset: known.preset?.name,
      known,
    },
    needed,
    context,
  );
  const over = await openRequest(content, context, slackShowsWithinMs);
  if (over === undefined)
    return notice(texts.askedTitle, [section(askedText(content)), actions([takeBackButton(content)])]);
  // An earlier process opened it without answering, and it was decided since.
  return notice(texts.decidedTitle, [section(over), actions([reopenButton(formId)])]);
}

interface Requester {
  userId: string;
  userName: string;
  channelId?: string | undefined;
}

/** What approvers decide by, whatever is asked for. */
export interface ApprovalFacts {
  price: Price;
  /** What a service that is there costs before a change, as a line of mrkdwn. */
  priceNow?: string | undefined;
  owner: FutureOwner;
  /** When the service ends, in mrkdwn. */
  ends: string;
}

/**
 * The price, the owner, the team, the end and what the requester's role allows, in lines of mrkdwn. Every request for
 * approval shows them.
 */
function approvalFacts(
  { price, priceNow, owner: { ownerId, team }, ends }: ApprovalFacts,
  allowed: string,
): string {
  const belongs = [
    line("Owner", ownerId === undefined ? texts.noOne : mentionOf(ownerId)),
    line("Team", team === undefined ? texts.noOne : escapeMrkdwn(team)),
    line(endLabel, ends),
  ];
  const cost = price.status === "reading" ? texts.priceNotRead : formatEstimate(price);
  return [cost, priceNow, belongs.join(" · "), line(texts.allowed, allowed)]
    .filter((each) => each !== undefined)
    .join("\n");
}

function formatAllowed(limits: CreateLimits | undefined): string {
  return limits === undefined ? texts.anything : formatLimits(limits);
}

/** What the requester's role allows them to have now. Whoever may keep a service has an operator's limits. */
async function allowedNow({ userId, channelId }: Requester, context: ServicesContext): Promise<string> {
  const limits = await attempt(async () => {
    const role = await context.access.roleOf({ userId, channelId });
    return context.createLimits.of(bindingRole(role));
  });
  return limits instanceof AppError ? texts.allowedNotRead : formatAllowed(limits);
}

/** A creation that needs approval. */
interface WantedCreation extends Pick<
  ApprovalContent,
  "id" | "form" | "workflow" | "connection" | "request" | "expires" | "preset"
> {
  requester: Requester;
  /** Whom it will belong to. By default its requester. */
  owner?: FutureOwner | undefined;
  price: Price;
  /** Those of the requester's role. */
  limits: CreateLimits | undefined;
  known: CreateFacts;
}

/** What approvers are asked about a creation. */
export async function creationContent(
  { requester, owner = { ownerId: requester.userId }, price, limits, known, ...asked }: WantedCreation,
  { policy, because }: ApprovalNeeded,
  context: ServicesContext,
): Promise<AskedContent> {
  return {
    ...asked,
    requesterId: requester.userId,
    requesterName: requester.userName,
    channelId: requester.channelId,
    showsConnection: (await context.connections.list()).length > 1,
    owner,
    policy,
    because,
    estimate: approvalFacts(
      { price, owner, ends: escapeMrkdwn(endForOthers(asked.expires, limits)) },
      formatAllowed(limits),
    ),
    toKnow: factsToKnow(asked.request, known),
    ...askedNow(context),
  };
}

/** A new request for approval, which always says what approvers decide by. */
type AskedContent = ApprovalContent & { estimate: string };

/** What a person wants to do besides creating, and where. */
interface WantedAct {
  id: string;
  act: WaitingAct;
  requester: Requester;
  connection: string;
  facts: ApprovalFacts;
}

/** Opens a request for approval of an act. Returns what to tell its requester, in mrkdwn. */
export async function askForAct(
  { id, act, requester, connection, facts }: WantedAct,
  { policy, because }: ApprovalNeeded,
  context: ServicesContext,
): Promise<Reply> {
  const content: AskedContent = {
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
    estimate: approvalFacts(facts, await allowedNow(requester, context)),
    toKnow: [],
    ...askedNow(context),
  };
  const over = await openRequest(content, context);
  if (over !== undefined) return say(over);
  const text = askedText(content);
  return reply(text, [section(text), actions([takeBackButton({ id })])]);
}

/** The time of asking, and of expiry 24 hours later. */
function askedNow({ now }: ServicesContext): Pick<ApprovalContent, "askedAt" | "expiresAt"> {
  const at = now().getTime();
  return { askedAt: new Date(at).toISOString(), expiresAt: new Date(at + dayMs).toISOString() };
}

/**
 * Saves a request for approval durably and queues its message; the same again changes nothing. Returns its outcome in
 * mrkdwn if it was decided before.
 */
export async function openRequest(
  content: AskedContent,
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
