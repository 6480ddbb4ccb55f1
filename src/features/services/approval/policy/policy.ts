import { z } from "zod";
import { channelId, groupHandle, groupId, kept, userId } from "../../../../lib/kinds.ts";
import { AppError } from "../../../../lib/errors.ts";
import { type Reply, say } from "../../../../platform/blocks/reply.ts";
import { groupHandle as groupHandleOf } from "../../../../platform/access/present-names.ts";
import type { Question } from "../../../../platform/commands/call.ts";
import type { Asker } from "../../../../platform/context.ts";
import { channelOfSchedule } from "../../../../platform/jobs/schedules/schedules.ts";
import { type RedisClient, reachingRedis } from "../../../../platform/redis/connect.ts";
import { keys } from "../../../../platform/redis/keys.ts";
import { readRecord } from "../../../../platform/redis/record.ts";
import type { ServicesContext } from "../../context.ts";
import * as texts from "./texts.ts";
import { readWhen } from "./when.ts";

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

/** The approval policy of one workspace in Redis. A record that cannot be read is a bug. */
export function approvalPolicies(redis: RedisClient, workspaceId: string) {
  const key = keys.approvalPolicy(workspaceId);
  const read = (stored: string | null) =>
    stored === null ? undefined : readRecord(ApprovalPolicy, stored, key);

  return {
    /** Undefined if nothing needs approval. */
    find: async () => read(await reachingRedis(() => redis.get(key))),
    /** Replaces the policy and returns the replaced one. */
    save: async (policy: ApprovalPolicy) =>
      read(await reachingRedis(() => redis.set(key, JSON.stringify(policy), "GET"))),
    /** Deletes the policy and returns it. */
    drop: async () => read(await reachingRedis(() => redis.getdel(key))),
  };
}

/** A workspace's approval policy. */
export type ApprovalPolicies = ReturnType<typeof approvalPolicies>;

/** Formats a policy in mrkdwn. */
export function formatPolicy({ channelId, groupId, quorum, ...policy }: ApprovalPolicy): string {
  const { role, memoryOverGb, creditsOverAMonth } = policy;
  return texts.policy({ role, memoryOverGb, creditsOverAMonth, quorum, groupId, channelId });
}

/** The policy that an admin asks for. */
interface WantedPolicy {
  channel: string;
  group: string;
  quorum?: number | undefined;
  when?: string | undefined;
}

/** Sets the policy for new requests; a pending request keeps the policy that it was asked under. */
export async function setApprovals(
  { channel: channelId, group: groupId, quorum = 1, when = "" }: WantedPolicy,
  context: ServicesContext,
  asker: Asker,
): Promise<Reply> {
  await check({ channelId, groupId, quorum }, context, asker);
  const policy: ApprovalPolicy = {
    channelId,
    groupId,
    groupName: (await groupHandleOf(groupId, context.people)) ?? "",
    quorum,
    ...readWhen(when),
    setBy: asker.userId,
    setAt: context.now().toISOString(),
  };
  await context.audit.change(
    { action: "approval.set" },
    () => context.approvalPolicies.save(policy),
    (before) => ({ before: before && ruleOf(before), after: ruleOf(policy) }),
  );
  return say(`${formatPolicy(policy)} ${texts.isSet}`);
}

/** Asks before the policy ends. Undefined if there is none. */
export async function questionBeforeOff({
  approvalPolicies,
}: ServicesContext): Promise<Question | undefined> {
  const present = await approvalPolicies.find();
  return present && { text: texts.askOff(formatPolicy(present)), yes: texts.turnOff };
}

/** Ends the policy. */
export async function stopApprovals(context: ServicesContext): Promise<Reply> {
  const before = await context.audit.change(
    { action: "approval.off" },
    () => context.approvalPolicies.drop(),
    (dropped) => dropped && { before: ruleOf(dropped) },
  );
  if (!before) return say(texts.nothingToEnd);
  return say(texts.ended((await context.approvals.pending()).length));
}

/** Refuses a policy that no request could meet. Only the people who wait would notice it. */
async function check(
  { channelId, groupId, quorum }: Pick<ApprovalPolicy, "channelId" | "groupId" | "quorum">,
  { messenger }: ServicesContext,
  asker: Asker,
): Promise<void> {
  await channelOfSchedule(channelId, { messenger }, asker);
  const members = await messenger.people.membersOf(groupId);
  if (members.length < quorum) throw new AppError("user", texts.tooFewMembers(members.length, quorum));
}

/** Leaves out who set it when, because the audit entry says so. */
function ruleOf({ setBy: _setBy, setAt: _setAt, ...rule }: ApprovalPolicy) {
  return rule;
}
