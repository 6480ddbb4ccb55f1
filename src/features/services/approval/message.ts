import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { allFit } from "../../../platform/blocks/fit.ts";
import { divider, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { listInWords, plural } from "../../../lib/text.ts";
import { decisionButtons } from "./buttons.ts";
import type { OpenedApproval } from "./record.ts";
import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import type { FormPerson, FormState } from "../../../platform/forms/form.ts";
import { approvalNeeded } from "./needed.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import type { ApprovalOutcome, ApprovedBy } from "./approvals.ts";
import type { MessageRef } from "../../../platform/jobs/messenger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import { isAppError } from "../../../lib/errors.ts";
import { connectionIn, readRequest, requestBlocks, requestedName } from "../form/request.ts";

/** The key under which the message to approvers is posted once. */
export function approvalPostKey(approvalId: string): string {
  return `approval-${approvalId}`;
}

const asPosted = "open 0";

/** Posts the message to approvers, once, and makes it look as things stand; false where it cannot be posted. */
export async function show(approval: OpenedApproval, context: ServicesContext): Promise<boolean> {
  const { id, outcome, approvedBy, notes } = approval;
  const shown = [outcome?.kind ?? "open", approvedBy.length, notes.effect ?? ""].join(" ").trim();
  if (shown === notes.shown) return true;
  const messageRef = await post(approval, context);
  if (!messageRef) return false;
  // It was posted so, but where its buttons wait for its thread.
  const isAsPosted = notes.shown === undefined && shown === asPosted && threadParts(approval).length === 0;
  if (!isAsPosted) await edit(messageRef, approvalMessage(approval, { isInThread: true }), context);
  await context.approvals.note(id, { shown });
  return true;
}

/** With all its parts, where it is too long for one message. */
async function post(approval: OpenedApproval, context: ServicesContext): Promise<MessageRef | undefined> {
  const key = approvalPostKey(approval.id);
  const { channelId } = approval.content.policy;
  try {
    const messageRef = await postOnce(context, { key, channelId, reply: approvalMessage(approval) });
    const parts = approval.outcome ? [] : threadParts(approval);
    for (const [index, reply] of parts.entries())
      await postOnce(context, { key: `${key}-${index + 1}`, channelId, threadTs: messageRef.ts, reply });
    return messageRef;
  } catch (error) {
    if (isAppError(error, "forbidden", "missing")) return undefined;
    throw error;
  }
}

/** Takes the buttons out of a message whose request cannot be read any more. */
export async function showVoid(approvalId: string, how: string, context: ServicesContext): Promise<void> {
  const messageRef = await context.posts.messageRefOf(approvalPostKey(approvalId));
  if (messageRef) await edit(messageRef, say(how), context);
}

/** One that was deleted needs no edit. */
async function edit(messageRef: MessageRef, message: Reply, { messenger }: ServicesContext): Promise<void> {
  try {
    await messenger.update(messageRef, message);
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
  }
}

/**
 * What approvers see: everything that will be sent, who asked, and buttons while it is open, then how it ended. What does
 * not fit stands in parts in the thread, and the buttons wait until it stands there.
 */
function approvalMessage(approval: OpenedApproval, { isInThread = false } = {}): Reply {
  const { content, outcome, id } = approval;
  const name = requestedName(content.request);
  const status = statusText(approval);
  const title = outcome
    ? `*Approval of ${name}*`
    : `<!subteam^${content.policy.groupId}>: *approval of ${name} is asked for*`;
  const asks = `<@${content.requesterId}> asks to create ${name}. It needs approval because ${content.because}.`;
  const parts = threadParts(approval);
  const isDecidable = !outcome && (parts.length === 0 || isInThread);
  return reply(`${title}\n${status}`, [
    section(`${title}\n${asks}`),
    ...(parts.length === 0 ? wholeRequest(approval) : tooLong(approval, parts.length)),
    divider(),
    section(status),
    ...(isDecidable ? [buttonsOf(id)] : []),
  ]);
}

/** All that will be sent, in as few messages as hold it, where it does not fit into the one with the buttons. */
function threadParts(approval: OpenedApproval): Reply[] {
  return requestParts(wholeRequest(approval), requestedName(approval.content.request));
}

/** The blocks of a whole request in as few messages as hold them; none if they fit beside the words around them. */
export function requestParts(blocks: readonly KnownBlock[], name: string): Reply[] {
  // What stands around it takes a few hundred characters, and more with ten people who approved.
  if (allFit([...blocks, section("x".repeat(maxAround))])) return [];
  const parts: KnownBlock[][] = [[]];
  for (const block of blocks) {
    const last = parts.at(-1) ?? [];
    if (allFit([...last, block])) last.push(block);
    else parts.push([block]);
  }
  return parts.map((part) => reply(`All that will be sent, for ${name}`, part));
}

const maxAround = 2_900;

function wholeRequest({ content }: OpenedApproval): KnownBlock[] {
  const { request, connection, showsConnection, estimate, toKnow } = content;
  return [
    section("This is all that will be sent. What is not here is left to the cloud."),
    ...requestBlocks(request, { ...(showsConnection ? { connection } : {}), estimate, toKnow }),
  ];
}

function tooLong({ content: { toKnow } }: OpenedApproval, parts: number): KnownBlock[] {
  return [
    section(
      `:warning: *Read the thread first.* All that will be sent is too long for this message, and stands there in ${plural(parts, "part")}.`,
    ),
    ...packed(toKnow.map((fact) => `• ${fact}`)),
  ];
}

function buttonsOf(id: string): KnownBlock {
  return { ...actions(decisionButtons(id)), block_id: "decision" };
}

/** Who decided what so far, or how it ended. */
function statusText({ content, approvedBy, outcome, notes }: OpenedApproval): string {
  if (outcome) return [ended(outcome, approvedBy), effectInWords(notes.effect)].filter(Boolean).join("\n");
  const { policy, expiresAt } = content;
  const missing = policy.quorum - approvedBy.length;
  const more = approvedBy.length === 0 ? "" : " more";
  const people = missing === 1 ? `One${more} member` : `${missing}${more} members`;
  const until = `${people} of <!subteam^${policy.groupId}>, not the requester, must approve this before ${at(expiresAt)}. One who denies it ends it.`;
  return approvedBy.length === 0
    ? until
    : `:ballot_box_with_check: *Approved so far* ${approvers(approvedBy)}\n${until}`;
}

function effectInWords(effect: string | undefined): string {
  if (effect === undefined) return "";
  if (effect === "sent") return "It was sent to be created.";
  return `:warning: *Nothing was created.* ${escapeMrkdwn(effect)}`;
}

/** Whose approval a filled-in form needs and why, in mrkdwn; undefined where it needs none. */
export async function approvalInWords(
  { values }: FormState,
  { userId, channelId: askedIn }: FormPerson,
  context: ServicesContext,
): Promise<string | undefined> {
  const request = ServiceRequest.safeParse(readRequest(values).request).data;
  if (!request) return undefined;
  const wanted = { request, connection: connectionIn(values), userId, channelId: askedIn };
  const needed = await approvalNeeded(wanted, context);
  if (!needed) return undefined;
  const { groupId, channelId } = needed.policy;
  return `:raised_hand: *This needs approval* of <!subteam^${groupId}> in <#${channelId}>, because ${needed.because}.`;
}

/** How it ended, in mrkdwn. */
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
      return `:no_entry: *Denied*${by}, ${at(when)}, with the reason: “${why.trim()}”`;
    case "expired":
      return `:hourglass: *Expired* ${at(when)}: not enough people decided in time. Nothing was created.`;
    case "void":
      return `:heavy_multiplication_x: *Void* since ${at(when)}.${why} Nothing was created.`;
    case "withdrawn":
      return `:leftwards_arrow_with_hook: *Taken back*${by}, ${at(when)}. Nothing was created.`;
  }
}

/** Who approved and when, as the end of a sentence. */
function approvers(approvedBy: readonly ApprovedBy[]): string {
  return `by ${listInWords(approvedBy.map(({ userId, at: when }) => `<@${userId}>, ${at(when)}`))}.`;
}

/** A moment as its reader sees it. */
function at(time: string): string {
  return slackDate(new Date(time));
}
