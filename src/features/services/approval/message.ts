import type { Button, KnownBlock } from "@slack/types";
import { formatList, plural } from "../../../lib/text.ts";
import { actions, button } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { allFit } from "../../../platform/blocks/fit.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, divider, packed, section } from "../../../platform/blocks/text.ts";
import type { FormPerson, FormState } from "../../../platform/forms/form.ts";
import { type MessageRef, redraw } from "../../../platform/jobs/messenger.ts";
import { postTo, tellAdmins } from "../../../platform/jobs/tell.ts";
import type { PriceBasis } from "../../costs/index.ts";
import type { ServicesContext } from "../context.ts";
import { connectionIn, requestBlocks, requestIn } from "../form/request.ts";
import type { ApprovalOutcome, ApprovedBy, KeptApproval } from "./approvals.ts";
import { type OpenedApproval, shownName } from "./content.ts";
import * as texts from "./texts.ts";
import { approvalNeeded } from "./needed.ts";

export const approveActionId = "approval-approve";
export const denyActionId = "approval-deny";
export const takeBackActionId = "approval-take-back";

/** The key that posts the message to approvers once. */
export function approvalPostKey(approvalId: string): string {
  return `approval-${approvalId}`;
}

const asPosted = "open 0";

/** What a message shows of a request. Another state needs another drawing. */
export function stateOf({ outcome, approvedBy, notes }: OpenedApproval): string {
  return [outcome?.kind ?? "open", approvedBy.length, notes.effect ?? ""].join(" ").trim();
}

/** Posts the message to approvers once and keeps it up to date; false if it cannot be posted. */
export async function show(approval: OpenedApproval, context: ServicesContext): Promise<boolean> {
  const { id, notes } = approval;
  const shown = stateOf(approval);
  if (shown === notes.shown) return true;
  const { channelId } = approval.content.policy;
  if (!(await showAt({ channelId, key: approvalPostKey(id) }, approval, notes.shown, context))) {
    // Every request would end so, and the approvers can't know.
    const key = `approval-unposted:${id}`;
    await tellAdmins({ key, channelId, reply: say(texts.channelGone(shownName(approval.content))) }, context);
    return false;
  }
  await context.approvals.note(id, { shown });
  return true;
}

/** Where approvers read a request: their channel, or one member's direct messages. */
interface Place {
  /** The channel's id, or the member's. */
  channelId: string;
  /** The key of the post. */
  key: string;
  isDirect?: boolean;
}

/** Posts a request once in a place, and brings it up to date. False if the place takes no message. */
export async function showAt(
  place: Place,
  approval: OpenedApproval,
  shownBefore: string | undefined,
  context: ServicesContext,
): Promise<boolean> {
  const posted = await post(place, approval, context);
  if (!posted) return false;
  // A new message is up to date, unless its buttons wait for its thread.
  const isNew = shownBefore === undefined && stateOf(approval) === asPosted;
  const message = approvalMessage(approval, { ...place, isInThread: true });
  if (!isNew || threadParts(approval).length > 0) await redraw(context.messenger, posted, message);
  return true;
}

/** Posts the message, and in its thread the parts of a request that is too long for it. */
async function post(
  { channelId, key, isDirect }: Place,
  approval: OpenedApproval,
  context: ServicesContext,
): Promise<MessageRef | undefined> {
  const posted = await postTo(channelId, { key, reply: approvalMessage(approval, { isDirect }) }, context);
  if (!posted || approval.outcome) return posted;
  for (const [index, reply] of threadParts(approval).entries())
    await postTo(posted.channelId, { key: `${key}-${index + 1}`, threadTs: posted.ts, reply }, context);
  return posted;
}

/** Removes the buttons of a request that can no longer be read. */
export async function showVoid(kept: KeptApproval, how: string, context: ServicesContext): Promise<void> {
  const keys = [approvalPostKey(kept.id), ...membersIn(kept).map((userId) => directKey(kept.id, userId))];
  for (const key of keys) {
    const posted = await context.posts.messageRefOf(key);
    if (posted) await redraw(context.messenger, posted, say(how));
  }
}

/** The key that posts the message to one member of the group once. */
export function directKey(approvalId: string, userId: string): string {
  return `${approvalPostKey(approvalId)}-to-${userId}`;
}

/** The members of the group who get it in direct messages. */
export function membersIn({ notes }: Pick<KeptApproval, "notes">): string[] {
  return notes.members?.split(" ").filter((userId) => userId !== "") ?? [];
}

/**
 * What approvers see: the requester, everything that will be sent, and buttons while it is open, then its outcome. A
 * request that does not fit is in the thread, in parts, and the buttons wait until it is there.
 */
function approvalMessage(
  approval: OpenedApproval,
  { isInThread = false, isDirect = false }: { isInThread?: boolean; isDirect?: boolean | undefined } = {},
): Reply {
  const { content, outcome, id } = approval;
  const { groupId, channelId } = content.policy;
  const name = shownName(content);
  const state = stateText(approval);
  const title = outcome ? texts.endedTitle(name) : texts.openTitle(name, isDirect ? undefined : groupId);
  const asks = texts.whoAsks(content.requesterId, content.act?.wish ?? texts.toCreate(name), content.because);
  const parts = threadParts(approval);
  const isDecidable = !outcome && (parts.length === 0 || isInThread);
  return reply(`${title}\n${state}`, [
    section(`${title}\n${asks}`),
    ...(parts.length === 0 ? wholeRequest(approval) : tooLong(approval, parts.length)),
    ...factBlocks(approval),
    divider(),
    section(state),
    ...(isDirect ? [smallPrint(texts.alsoIn(groupId, channelId))] : []),
    ...(isDecidable ? [{ ...actions(decisionButtons(id)), block_id: "decision" }] : []),
  ]);
}

/** The parts of a request for the thread; none if it fits into the message with the buttons. */
function threadParts(approval: OpenedApproval): Reply[] {
  return requestParts(wholeRequest(approval), shownName(approval.content), factBlocks(approval));
}

/** Splits a request's blocks into as few messages as hold them; none if they fit into one with the text around them. */
export function requestParts(
  blocks: readonly KnownBlock[],
  name: string,
  around: readonly KnownBlock[] = [],
): Reply[] {
  // The text around it takes a few hundred characters, and more with ten approvals.
  if (allFit([...blocks, ...around, section("x".repeat(maxAround))])) return [];
  const parts: KnownBlock[][] = [[]];
  for (const block of blocks) {
    const last = parts.at(-1) ?? [];
    if (allFit([...last, block])) last.push(block);
    else parts.push([block]);
  }
  return parts.map((part) => reply(texts.partOf(name), part));
}

const maxAround = 2_900;

function wholeRequest({ content }: OpenedApproval): KnownBlock[] {
  const { request, act, connection, showsConnection, toKnow } = content;
  if (act) return packed(act.lines);
  return requestBlocks(request, { connection: showsConnection ? connection : undefined, toKnow });
}

/** What approvers decide by. They are in the message itself, however long the request is. */
function factBlocks({ content: { estimate } }: OpenedApproval): KnownBlock[] {
  return estimate === undefined ? [] : packed(estimate.split("\n"));
}

function tooLong({ content: { toKnow } }: OpenedApproval, parts: number): KnownBlock[] {
  return [section(texts.readThread(plural(parts, "part"))), ...packed(toKnow.map((fact) => `• ${fact}`))];
}

/** The approvers' buttons. They carry an id only. A click checks the person's right. */
function decisionButtons(approvalId: string): Button[] {
  return [
    { ...button({ text: "Approve", actionId: approveActionId, value: approvalId }), style: "primary" },
    { ...button({ text: "Deny", actionId: denyActionId, value: approvalId }), style: "danger" },
  ];
}

/** The requester's button to withdraw. A workflow has no form to change. */
export function takeBackButton({ id, form }: { id: string; form?: object | undefined }): Button {
  const text = form ? "Take it back and change it" : "Take it back";
  return button({ text, actionId: takeBackActionId, value: id });
}

/** Says in mrkdwn who approved so far, or how it ended. */
function stateText({ content, approvedBy, outcome, notes }: OpenedApproval): string {
  if (outcome)
    return [ended(outcome, approvedBy), formatEffect(notes.effect, content.act !== undefined)]
      .filter(Boolean)
      .join("\n");
  const { policy, expiresAt } = content;
  const missing = policy.quorum - approvedBy.length;
  const until = texts.stillNeeded(missing, approvedBy.length > 0, policy.groupId, at(expiresAt));
  return approvedBy.length === 0 ? until : `${texts.approvedSoFar(approvers(approvedBy))}\n${until}`;
}

function formatEffect(effect: string | undefined, isAct: boolean): string {
  if (effect === undefined) return "";
  if (effect === "sent") return isAct ? texts.doing : texts.sent;
  return texts.notCreated(escapeMrkdwn(effect));
}

/** Says in mrkdwn who must approve a filled-in form, and why; undefined if it needs no approval. */
export async function formatApproval(
  { values }: FormState,
  { userId, channelId: askedIn }: FormPerson,
  context: ServicesContext,
  basis?: PriceBasis,
): Promise<string | undefined> {
  const request = requestIn(values);
  if (!request) return undefined;
  const wanted = { request, connection: connectionIn(values), userId, channelId: askedIn };
  const needed = await approvalNeeded(wanted, context, basis);
  if (!needed) return undefined;
  const { groupId, channelId } = needed.policy;
  return texts.needsApproval(groupId, channelId, needed.because);
}

/** Says in mrkdwn how a request ended. */
export function ended(
  { kind, userId, reason, at: when }: ApprovalOutcome,
  approvedBy: readonly ApprovedBy[] = [],
): string {
  const by = userId === undefined ? "" : ` by <@${userId}>`;
  const why = reason === undefined ? "" : ` ${escapeMrkdwn(reason)}`;
  switch (kind) {
    case "approved":
      return `:white_check_mark: *Approved* ${approvers(approvedBy)}`;
    case "denied":
      return texts.endings.denied(by, at(when), why.trim());
    case "expired":
      return texts.endings.expired(at(when));
    case "void":
      return texts.endings.void(at(when), why);
    case "withdrawn":
      return texts.endings.withdrawn(by, at(when));
  }
}

/** Who approved and when, as the end of a sentence. */
function approvers(approvedBy: readonly ApprovedBy[]): string {
  return `by ${formatList(approvedBy.map(({ userId, at: when }) => `<@${userId}>, ${at(when)}`))}.`;
}

/** Formats a time in its reader's time zone. */
function at(time: string): string {
  return slackDate(new Date(time));
}
