import type { KnownBlock } from "@slack/types";
import { actions } from "../../../blocks/button.ts";
import { slackDate } from "../../../blocks/date.ts";
import { escapeMrkdwn } from "../../../blocks/escape.ts";
import { type Reply, reply } from "../../../blocks/reply.ts";
import { divider, section } from "../../../blocks/text.ts";
import { listInWords } from "../../../lib/text.ts";
import type { ApprovalOutcome, ApprovedBy } from "../../../store/approvals.ts";
import { requestBlocks } from "../request-blocks.ts";
import { requestedName } from "../requested-name.ts";
import { decisionButtons } from "./buttons.ts";
import type { OpenedApproval } from "./record.ts";

/** What approvers see: everything that will be sent, who asked, and buttons while it is open, then how it ended. */
export function approvalMessage(approval: OpenedApproval): Reply {
  const { content, outcome, id } = approval;
  const { request, policy, connection, showsConnection, estimate, toKnow } = content;
  const name = requestedName(request);
  const asks = `<@${content.requesterId}> asks to create ${name}. It needs approval because ${content.because}.`;
  const stands = standing(approval);
  const title = outcome
    ? `*Approval of ${name}*`
    : `<!subteam^${policy.groupId}>: *approval of ${name} is asked for*`;
  return reply(`${title}\n${stands}`, [
    section(`${title}\n${asks}`),
    section("This is all that will be sent. What is not here is left to the cloud."),
    ...requestBlocks(request, { ...(showsConnection ? { connection } : {}), estimate, toKnow }),
    divider(),
    section(stands),
    ...(outcome ? [] : [buttonsOf(id)]),
  ]);
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

function effectInWords(effect: string | undefined): string {
  if (effect === undefined) return "";
  if (effect === "sent") return "It was sent to be created.";
  return `:warning: *Nothing was created.* ${escapeMrkdwn(effect)}`;
}

function approvers(approvedBy: readonly ApprovedBy[]): string {
  return `by ${listInWords(approvedBy.map(({ userId, at: when }) => `<@${userId}>, ${at(when)}`))}.`;
}

function at(time: string): string {
  return slackDate(new Date(time));
}
