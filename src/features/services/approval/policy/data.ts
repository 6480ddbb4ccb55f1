import { z } from "zod";
import { time, total } from "../../../../platform/commands/found.ts";
import { type OpenedApproval, nameIn } from "../content.ts";
import type { HardLimits } from "../../hard-limits/record.ts";
import type { ApprovalPolicy } from "./record.ts";

// The policy and the requests that wait, as data for programs.

const mostShown = 100;

const PolicyData = z.object({
  channelId: z.string().describe("The Slack channel in which approvers are asked"),
  groupId: z.string().describe("The Slack user group that approves"),
  quorum: z.int().describe("How many different people have to approve"),
  role: z.string().optional().describe("The highest role that needs approval. Absent for every role"),
  memoryOverGb: z.number().optional().describe("Requests for more memory than this, in GB, need approval"),
  creditsOverAMonth: z
    .number()
    .optional()
    .describe("Requests that may cost more than this in a month, in credits, need approval"),
  setBy: z.string().describe("The Slack id of the admin who set it"),
  setAt: time.describe("When it was set"),
});

const WaitingData = z.object({
  id: z.string(),
  name: z.string().optional().describe("The name of the service to create"),
  connection: z.string().describe("The connection to the cloud that it would run in"),
  requesterId: z.string().describe("The Slack id of the person who asks"),
  channelId: z.string().describe("The Slack channel in which approvers were asked"),
  approvals: z.int().describe("How many people have approved"),
  quorum: z.int().describe("How many have to"),
  askedAt: time.describe("When it was asked for"),
  expiresAt: time.describe("When it ends without a decision"),
});

/** The answer of `/db admin approvals`. */
export const ApprovalsData = z.object({
  hardLimits: z
    .object({
      priceOver: z
        .object({
          amount: z.string().describe("Exact"),
          unit: z.string().describe("credits, or such as EUR"),
        })
        .optional()
        .describe("The most that a service may cost in 30 days"),
      teamOverBudget: z.boolean().describe("True if a team over a budget creates nothing"),
    })
    .optional()
    .describe("What no new service may exceed"),
  policy: PolicyData.optional().describe(
    "Absent if nothing needs approval. Without limits every request does",
  ),
  waiting: z
    .array(WaitingData)
    .describe(`The requests that wait, the earliest expiry first, at most ${mostShown}`),
  total,
});

/** The policy, and the requests that wait for approval, the earliest expiry first. */
export interface FoundApprovals {
  policy: ApprovalPolicy | undefined;
  hardLimits: HardLimits | undefined;
  pending: readonly OpenedApproval[];
}

/** The policy and the requests. A request's settings stay with its approvers: they may hold a key. */
export function approvalsData({
  policy,
  hardLimits,
  pending,
}: FoundApprovals): z.output<typeof ApprovalsData> {
  return {
    hardLimits: hardLimits && limitsData(hardLimits),
    policy: policy && policyData(policy),
    waiting: pending.slice(0, mostShown).map(waitingData),
    total: pending.length,
  };
}

function limitsData({
  price,
  teamOverBudget,
}: HardLimits): NonNullable<z.output<typeof ApprovalsData>["hardLimits"]> {
  return { priceOver: price && { amount: price.most, unit: price.unit }, teamOverBudget };
}

function policyData({ groupName: _handle, ...policy }: ApprovalPolicy): z.output<typeof PolicyData> {
  return policy;
}

function waitingData({ id, content, approvedBy }: OpenedApproval): z.output<typeof WaitingData> {
  const { connection, requesterId, policy, askedAt, expiresAt } = content;
  return {
    id,
    name: nameIn(content),
    connection,
    requesterId,
    channelId: policy.channelId,
    approvals: approvedBy.length,
    quorum: policy.quorum,
    askedAt,
    expiresAt,
  };
}
