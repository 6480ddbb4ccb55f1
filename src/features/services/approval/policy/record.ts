import { z } from "zod";
import { channelId, groupHandle, groupId, kept, userId } from "../../../../lib/kinds.ts";
import type { RedisClient } from "../../../../platform/redis/connect.ts";
import { keys } from "../../../../platform/redis/keys.ts";
import { onlyRecord } from "../../../../platform/redis/records.ts";

/** Which new services need approval in a workspace, and who approves. */
export const ApprovalPolicy = z.object({
  /** The channel in which approvers are asked. */
  channelId: kept(channelId),
  /** The user group of the approvers, and its handle when the policy was set. */
  groupId: kept(groupId),
  groupName: kept(groupHandle),
  /** How many different people have to approve. */
  quorum: z.number().int().min(1).max(10),
  /** The highest role that needs approval; without it, every role does. */
  role: z.enum(["operator"]).optional(),
  /** A request over either needs approval, and so does one with an unknown size or price; without both, every request does. */
  memoryOverGb: z.number().positive().optional(),
  creditsOverAMonth: z.number().positive().optional(),
  setBy: kept(userId),
  setAt: z.iso.datetime(),
});
export type ApprovalPolicy = z.output<typeof ApprovalPolicy>;

/** How Redis keeps it. There is one policy, or none. */
export const keptPolicy = { schema: ApprovalPolicy, key: keys.approvalPolicy, only: "policy" };

/** The approval policy of one workspace in Redis. A record that cannot be read is a bug. */
export const approvalPolicies = (redis: RedisClient, workspaceId: string) =>
  onlyRecord(keptPolicy, redis, workspaceId);
