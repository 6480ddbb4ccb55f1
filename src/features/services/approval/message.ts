import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { allFit } from "../../../platform/blocks/fit.ts";
import { packed } from "../../../platform/blocks/packed.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { divider, section } from "../../../platform/blocks/text.ts";
import { plural } from "../../../lib/text.ts";
import { approvers, at, ended } from "./format-outcome.ts";
import { requestBlocks } from "../form/request-blocks.ts";
import { requestedName } from "../form/requested-name.ts";
import { decisionButtons } from "./buttons.ts";
import type { OpenedApproval } from "./record.ts";

/**
 * What approvers see: everything that will be sent, who asked, and buttons while it is open, then how it ended. What does
 * not fit stands in parts in the thread, and the buttons wait until it stands there.
 */
export function approvalMessage(approval: OpenedApproval, { isInThread = false } = {}): Reply {
  const { content, outcome, id } = approval;
  const name = requestedName(content.request);
  const stands = standing(approval);
  const title = outcome
    ? `*Approval of ${name}*`
    : `<!subteam^${content.policy.groupId}>: *approval of ${name} is asked for*`;
  const asks = `<@${content.requesterId}> asks to create ${name}. It needs approval because ${content.because}.`;
  const parts = threadParts(approval);
  const isDecidable = !outcome && (parts.length === 0 || isInThread);
  return reply(`${title}\n${stands}`, [
    section(`${title}\n${asks}`),
    ...(parts.length === 0 ? wholeRequest(approval) : tooLong(approval, parts.length)),
    divider(),
    section(stands),
    ...(isDecidable ? [buttonsOf(id)] : []),
  ]);
}

/** All that will be sent, in as few messages as hold it, where it does not fit into the one with the buttons. */
export function threadParts(approval: OpenedApproval): Reply[] {
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
function standing({ content, approvedBy, outcome, notes }: OpenedApproval): string {
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
