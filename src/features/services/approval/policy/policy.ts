import type { Redis } from "ioredis";
import { z } from "zod";
import { keys } from "../../../../platform/redis/keys.ts";
import { readRecord } from "../../../../platform/redis/record.ts";
import { reachingRedis } from "../../../../platform/redis/connect.ts";

/** Which requests to create a service need approval in a workspace, and whose. */
export const ApprovalPolicy = z.object({
  /** Where approvers are asked. */
  channelId: z.string(),
  /** The user group whose members may approve, and its handle when it was named. */
  groupId: z.string(),
  groupName: z.string(),
  /** How many different people have to approve. */
  quorum: z.number().int().min(1).max(10),
  /** Approval is asked of people whose role is no more than this one; of everybody without it. */
  role: z.enum(["operator"]).optional(),
  /** Of either of these, more than that needs approval, and so does what nobody can tell; without both, all does. */
  memoryOverGb: z.number().positive().optional(),
  creditsOverAMonth: z.number().positive().optional(),
  setBy: z.string(),
  setAt: z.iso.datetime(),
});
export type ApprovalPolicy = z.output<typeof ApprovalPolicy>;

/** One workspace's policy of approvals. */
export interface ApprovalPolicies {
  /** Undefined where nothing needs approval; fails as a bug where what is kept cannot be read. */
  find(): Promise<ApprovalPolicy | undefined>;
  /** In place of the one there was, which it answers. */
  save(policy: ApprovalPolicy): Promise<ApprovalPolicy | undefined>;
  /** Answers the one there was. */
  drop(): Promise<ApprovalPolicy | undefined>;
}

/** The policy of one workspace in Redis, one key. */
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
