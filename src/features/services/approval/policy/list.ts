import type { KnownBlock } from "@slack/types";
import { slackDate } from "../../../../platform/blocks/date.ts";
import { code } from "../../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../../platform/blocks/text.ts";
import type { ServicesContext } from "../../context.ts";
import { type OpenedApproval, pendingApprovals } from "../record.ts";
import { requestedName } from "../../form/requested-name.ts";
import { plural } from "../../../../lib/text.ts";
import { policyInWords } from "./format-policy.ts";

// A message has room for 50 blocks, and nobody reads more.
const mostShown = 20;

/** What needs approval, and the requests that wait for it, those that expire first first. */
export async function listApprovals(context: ServicesContext): Promise<Reply> {
  const [policy, pending] = await Promise.all([context.approvalPolicies.find(), pendingApprovals(context)]);
  const rule = policy
    ? policyInWords(policy)
    : `Nothing needs approval here. An admin can change that with ${code("/db approvals set #db-approvals by @dba")}.`;
  const count =
    pending.length === 0
      ? "No request waits for approval."
      : `${plural(pending.length, "request")} ${pending.length === 1 ? "waits" : "wait"} for approval.`;
  return reply([rule, count].join("\n"), [section(rule), section(`*${count}*`), ...lines(pending)]);
}

function lines(pending: readonly OpenedApproval[]): KnownBlock[] {
  const left = pending.length - mostShown;
  return [
    ...pending.slice(0, mostShown).map((approval) => section(line(approval))),
    ...(left > 0 ? [smallPrint(`and ${left} more`)] : []),
  ];
}

function line({ content, approvedBy }: OpenedApproval): string {
  const { request, requesterId, policy, expiresAt } = content;
  return `${requestedName(request)}, asked for by <@${requesterId}>, in <#${policy.channelId}>: ${approvedBy.length} of ${policy.quorum} approved, expires ${slackDate(new Date(expiresAt))}.`;
}
