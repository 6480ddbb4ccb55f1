import { plural } from "../../../../lib/text.ts";
import type { ApprovalPolicy } from "./policy.ts";

/** A policy as a sentence or two, in mrkdwn. */
export function policyInWords({ channelId, groupId, quorum, ...policy }: ApprovalPolicy): string {
  const { role, memoryOverGb, creditsOverAMonth } = policy;
  const whose = role === undefined ? "" : ` that an ${role} asks for`;
  const sizes = [
    ...(memoryOverGb === undefined ? [] : [`with memory over ${memoryOverGb.toLocaleString("en-US")} GB`]),
    ...(creditsOverAMonth === undefined
      ? []
      : [`with compute over ${creditsOverAMonth.toLocaleString("en-US")} credits in 30 days`]),
  ];
  const of = sizes.length === 0 ? "" : ` ${sizes.join(" or ")}`;
  return `Every new service${whose}${of} needs the approval of ${plural(quorum, "member")} of <!subteam^${groupId}>, asked for in <#${channelId}>.`;
}
