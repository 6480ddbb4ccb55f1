import { z } from "zod";
import { compareNames } from "../../../../lib/names.ts";
import { AppError } from "../../../../lib/errors.ts";
import { hashText } from "../../../../lib/hash.ts";
import { channelId, groupHandle, groupId, kept, userId } from "../../../../lib/kinds.ts";
import { foldName } from "../../../../lib/text.ts";
import { type RedisClient, reachingRedis } from "../../../../platform/redis/connect.ts";
import { keys } from "../../../../platform/redis/keys.ts";
import { readRecord, readableRecords } from "../../../../platform/redis/record.ts";
import { onlyRecord } from "../../../../platform/redis/records.ts";
import * as texts from "./texts.ts";

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

/** A workflow that an admin approved: its step creates from this preset for this requester without asking them. */
const ApprovedWorkflow = z.object({
  name: z.string(),
  preset: z.string(),
  /** Distinguishes the approved preset from a later one of the same name. */
  presetSavedAt: z.iso.datetime(),
  requesterId: z.string(),
  /** The hash of the key that the step gives, because Slack does not say which workflow runs a step. */
  keyHash: z.string(),
  approvedBy: z.string(),
  approvedAt: z.iso.datetime(),
});

export type ApprovedWorkflow = z.output<typeof ApprovedWorkflow>;

const maxWorkflows = 50;

/** The approved workflows of one workspace in Redis: a hash from folded name to record. */
export function approvedWorkflows(redis: RedisClient, workspaceId: string) {
  const key = keys.approvedWorkflows(workspaceId);
  const read = (stored: string | null) =>
    stored === null ? undefined : readRecord(ApprovedWorkflow, stored, key);

  /** The approved workflows by name, without unreadable records. */
  async function list(): Promise<ApprovedWorkflow[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    return readableRecords(ApprovedWorkflow, stored).toSorted((a, b) => compareNames(a.name, b.name));
  }

  return {
    list,
    /** The workflow that a key belongs to. */
    async withKey(given: string): Promise<ApprovedWorkflow | undefined> {
      const hash = hashText(given);
      return (await list()).find(({ keyHash }) => keyHash === hash);
    },
    /** Replaces the workflow of that name and returns the replaced one. Fails as user if there are too many. */
    async approve(workflow: ApprovedWorkflow): Promise<ApprovedWorkflow | undefined> {
      const field = foldName(workflow.name);
      const before = read(await reachingRedis(() => redis.hget(key, field)));
      if (!before && (await reachingRedis(() => redis.hlen(key))) >= maxWorkflows) throw tooMany();
      await reachingRedis(() => redis.hset(key, field, JSON.stringify(workflow)));
      return before;
    },
    /** Withdraws a workflow and returns it; undefined if there is none. */
    async withdraw(name: string): Promise<ApprovedWorkflow | undefined> {
      const before = read(await reachingRedis(() => redis.hget(key, foldName(name))));
      if (before) await reachingRedis(() => redis.hdel(key, foldName(name)));
      return before;
    },
  };
}

function tooMany(): AppError {
  return new AppError("user", texts.tooManyWorkflows(maxWorkflows));
}
