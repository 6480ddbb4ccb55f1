import type { Redis } from "ioredis";
import { z } from "zod";
import { plural } from "../../../../lib/text.ts";
import { keys } from "../../../../platform/redis/keys.ts";
import { readRecord } from "../../../../platform/redis/record.ts";
import { reachingRedis } from "../../../../platform/redis/connect.ts";

/** Which new services need approval in a workspace, and who approves. */
export const ApprovalPolicy = z.object({
  /** The channel in which approvers are asked. */
  channelId: z.string(),
  /** The user group of the approvers, and its handle when the policy was set. */
  groupId: z.string(),
  groupName: z.string(),
  /** How many different people have to approve. */
  quorum: z.number().int().min(1).max(10),
  /** The highest role that needs approval; without it, every role does. */
  role: z.enum(["operator"]).optional(),
  /** A request over either needs approval, and so does one with an unknown size or price; without both, every request does. */
  memoryOverGb: z.number().positive().optional(),
  creditsOverAMonth: z.number().positive().optional(),
  setBy: z.string(),
  setAt: z.iso.datetime(),
});
export type ApprovalPolicy = z.output<typeof ApprovalPolicy>;

/** One workspace's approval policy. */
export interface ApprovalPolicies {
  /** Returns the policy; undefined if nothing needs approval. Fails as a bug if the record cannot be read. */
  find(): Promise<ApprovalPolicy | undefined>;
  /** Replaces the policy and returns the replaced one. */
  save(policy: ApprovalPolicy): Promise<ApprovalPolicy | undefined>;
  /** Deletes the policy and returns it. */
  drop(): Promise<ApprovalPolicy | undefined>;
}

/** The policy of one workspace in Redis. */
export function approvalPolicies(redis: Redis, workspaceId: string): ApprovalPolicies {
  const key = keys.approvalPolicy(workspaceId);
  const read = (stored: string | null) =>
    stored === null ? undefined : readRecord(ApprovalPolicy, stored, key);

  return {
    find: async () => read(await reachingRedis(() => redis.get(key))),
    save: async (policy) => read(await reachingRedis(() => redis.set(key, JSON.stringify(policy), "GET"))),
    drop: async () => read(await reachingRedis(() => redis.getdel(key))),
  };
}

/** Formats a policy as a sentence of mrkdwn. */
export function formatPolicy({ channelId, groupId, quorum, ...policy }: ApprovalPolicy): string {
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
