import { z } from "zod";
import { channelId, groupHandle, groupId, kept, userId } from "../../../../lib/kinds.ts";
import { AppError } from "../../../../lib/errors.ts";
import { type Reply, say } from "../../../../platform/blocks/reply.ts";
import { channelIn } from "../../../../platform/commands/channel-in.ts";
import { askFirst, isYes } from "../../../../platform/commands/confirm.ts";
import type { Asker } from "../../../../platform/context.ts";
import { channelOfSchedule } from "../../../../platform/jobs/schedules/schedules.ts";
import { type RedisClient, reachingRedis } from "../../../../platform/redis/connect.ts";
import { keys } from "../../../../platform/redis/keys.ts";
import { readRecord } from "../../../../platform/redis/record.ts";
import type { ServicesContext } from "../../context.ts";
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

/** Sets the policy for new requests; a pending request keeps the policy that it was asked under. */
export async function setApprovals(words: string, context: ServicesContext, asker: Asker): Promise<Reply> {
  const read = readPolicy(words);
  await check(read, context, asker);
  const policy: ApprovalPolicy = { ...read, setBy: asker.userId, setAt: context.now().toISOString() };
  await context.audit.change(
    { action: "approval.set" },
    () => context.approvalPolicies.save(policy),
    (before) => ({ before: before && ruleOf(before), after: ruleOf(policy) }),
  );
  return say(`${formatPolicy(policy)} ${texts.isSet}`);
}

/** Ends the policy, after its admin confirms. */
export async function stopApprovals(words: string, context: ServicesContext, asker: Asker): Promise<Reply> {
  const present = isYes(words, asker) ? undefined : await context.approvalPolicies.find();
  if (present) {
    return askFirst({
      text: texts.askOff(formatPolicy(present)),
      yes: texts.turnOff,
      command: "admin approvals off yes",
    });
  }
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

/** The parts of a policy that an admin types. */
type PolicyWords = Omit<ApprovalPolicy, "setBy" | "setAt">;

/** Slack writes a user group as `<!subteam^S123|@dba>`. */
const group = /(?:\bby\s+)?<!subteam\^([A-Z0-9]+)(?:\|@?([^>]*))?>/gi;
const quorum = /\bquorum\s+(?:of\s+)?(\S+)/i;
const role = /\b(?:when\s+)?role\s+(\S+)/i;
const memory = /\b(?:when\s+)?memory\s+over\s+(\S+)(?:\s*(?:gb|gib)\b)?/i;
const price = /\b(?:when\s+)?price\s+over\s+(\S+)(?:\s+credits?)?(?:\s+(?:a|per)\s+month|\s+monthly)?/i;
const between = /\b(?:when|or|and)\b|[|,]/gi;
const mostQuorum = 10;

/** Reads a policy: channel, group, quorum and rules. Fails as user, with an example. */
export function readPolicy(words: string): PolicyWords {
  const { channelId, rest: afterChannel } = channelIn(words);
  if (channelId === undefined) throw problem(texts.whichChannel);
  const groups = [...afterChannel.matchAll(group)];
  const [first, second] = groups;
  if (second) throw problem(texts.oneGroup);
  const [, groupId = "", groupName = ""] = first ?? [];
  if (groupId === "") throw problem(texts.whichGroup);
  const found = extract(afterChannel.replace(group, " "));
  const left = found.rest.replace(between, " ").trim();
  if (left !== "") throw problem(texts.notUnderstood(left.replaceAll("`", "'")));
  return {
    channelId,
    groupId: groupId.toUpperCase(),
    groupName,
    quorum: found.quorum === undefined ? 1 : readQuorum(found.quorum),
    ...(found.role === undefined ? {} : { role: readRole(found.role) }),
    ...(found.memory === undefined ? {} : { memoryOverGb: readAbove(found.memory, "memory over 64") }),
    ...(found.price === undefined
      ? {}
      : { creditsOverAMonth: readAbove(found.price, "price over 500 credits a month") }),
  };
}

/** Extracts each part, and the remaining words. */
function extract(words: string) {
  let rest = words;
  const one = (pattern: RegExp) => {
    const [whole, value] = pattern.exec(rest) ?? [];
    if (whole !== undefined) rest = rest.replace(whole, " ");
    return value;
  };
  const parts = { quorum: one(quorum), role: one(role), memory: one(memory), price: one(price) };
  return { ...parts, rest };
}

function readQuorum(word: string): number {
  const count = /^\d{1,3}$/.test(word) ? Number(word) : 0;
  if (count >= 1 && count <= mostQuorum) return count;
  throw problem(texts.badQuorum(mostQuorum));
}

function readRole(word: string): "operator" {
  if (word.toLowerCase() === "operator") return "operator";
  throw problem(texts.badRole);
}

function readAbove(word: string, example: string): number {
  const amount = /^(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?(?:gb)?$/i.test(word)
    ? Number(word.replaceAll(",", "").replace(/gb$/i, ""))
    : 0;
  if (amount > 0) return amount;
  throw problem(texts.badAmount(word.replaceAll("`", "'"), example));
}

function problem(what: string): AppError {
  return new AppError("user", what);
}
