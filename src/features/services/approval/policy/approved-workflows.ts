import type { Redis } from "ioredis";
import { z } from "zod";
import { AppError } from "../../../../lib/errors.ts";
import { foldName } from "../../../../lib/text.ts";
import { keys } from "../../../../platform/redis/keys.ts";
import { readRecord, tryRecord } from "../../../../platform/redis/record.ts";
import { reachingRedis } from "../../../../platform/redis/connect.ts";
import { hashText } from "../../../../lib/hash.ts";

/** A workflow that an admin approved: its step creates from this preset for this requester without asking them. */
export const ApprovedWorkflow = z.object({
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

/** The approved workflows of one workspace, by name. */
export interface ApprovedWorkflows {
  /** The approved workflows by name, without unreadable records. */
  list(): Promise<ApprovedWorkflow[]>;
  /** Returns the workflow that a key belongs to. */
  withKey(key: string): Promise<ApprovedWorkflow | undefined>;
  /** Replaces the workflow of that name and returns the replaced one. Fails as user if there are too many. */
  approve(workflow: ApprovedWorkflow): Promise<ApprovedWorkflow | undefined>;
  /** Withdraws a workflow and returns it; undefined if there is none. */
  withdraw(name: string): Promise<ApprovedWorkflow | undefined>;
}

/** The hash that a record holds of its key. */
export function workflowKeyHash(key: string): string {
  return hashText(key);
}

/** The approved workflows of one workspace in Redis: a hash from folded name to record. */
export function approvedWorkflows(redis: Redis, workspaceId: string): ApprovedWorkflows {
  const key = keys.approvedWorkflows(workspaceId);
  const read = (stored: string | null) =>
    stored === null ? undefined : readRecord(ApprovedWorkflow, stored, key);

  async function list(): Promise<ApprovedWorkflow[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    return stored
      .flatMap((record) => tryRecord(ApprovedWorkflow, record) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name));
  }

  return {
    list,
    async withKey(given) {
      const hash = workflowKeyHash(given);
      return (await list()).find(({ keyHash }) => keyHash === hash);
    },
    async approve(workflow) {
      const field = foldName(workflow.name);
      const before = read(await reachingRedis(() => redis.hget(key, field)));
      if (!before && (await reachingRedis(() => redis.hlen(key))) >= maxWorkflows) throw tooMany();
      await reachingRedis(() => redis.hset(key, field, JSON.stringify(workflow)));
      return before;
    },
    async withdraw(name) {
      const before = read(await reachingRedis(() => redis.hget(key, foldName(name))));
      if (before) await reachingRedis(() => redis.hdel(key, foldName(name)));
      return before;
    },
  };
}

function tooMany(): AppError {
  return new AppError(
    "user",
    `There are ${maxWorkflows} approved workflows already. Withdraw one first: \`/db approvals workflow\` lists them.`,
  );
}
