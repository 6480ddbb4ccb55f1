import { z } from "zod";
import { AppError } from "../../../../lib/errors.ts";
import { strictly } from "../../../../lib/kinds.ts";
import type { Asker } from "../../../../platform/access/asker.ts";
import { groupHandle as groupHandleOf } from "../../../../platform/access/known-people.ts";
import { record } from "../../../../platform/as-code/record.ts";
import { type Reply, say } from "../../../../platform/blocks/reply.ts";
import { type ArgumentKind, argument, readableBy } from "../../../../platform/commands/arguments/kind.ts";
import type { Question } from "../../../../platform/commands/call.ts";
import { channelOfSchedule } from "../../../../platform/jobs/schedules/schedules.ts";
import type { ServicesContext } from "../../context.ts";
import { ApprovalPolicy, keptPolicy } from "./record.ts";
import * as texts from "./texts.ts";

/** When new services need approval. There is one policy, or none. */
export const policyRecord = record({
  kept: keptPolicy,
  records: "approvalPolicies",
  actions: { set: "approval.set", remove: "approval.off" },
  recorded: (before, after) => ({ before: before && ruleOf(before), after: after && ruleOf(after) }),
  name: "approvals",
  noun: "rule for approvals",
  nouns: "rules for approvals",
  shownIn: { tabs: ["admin approvals"], lists: ["approvals_list"] },
  item: strictly(ApprovalPolicy.omit({ setBy: true, setAt: true })),
  leftOut: {
    groupName: "Slack's present handle is kept",
    setBy: "who set it here",
    setAt: "when it was set here",
  },
  itemOf: ruleOf,
  recordOf: async (item, { by, at }, { people }) => ({
    ...(await named(item, people)),
    setBy: by,
    setAt: at,
  }),
  compared: (present, wanted) => ({ ...present, groupName: wanted.groupName }),
  named: (item, _, { people }) => named(item, people),
});

async function named<Item extends { groupId: string }>(item: Item, people: ServicesContext["people"]) {
  return { ...item, groupName: (await groupHandleOf(item.groupId, people)) ?? "" };
}

/** Leaves out who set it when, because the audit entry says so. */
function ruleOf({ setBy: _setBy, setAt: _setAt, ...rule }: ApprovalPolicy) {
  return rule;
}

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
  const wanted = await named({ channelId, groupId, quorum, ...readWhen(when) }, context.people);
  const policy: ApprovalPolicy = { ...wanted, setBy: asker.userId, setAt: context.now().toISOString() };
  await policyRecord.change("policy", () => policy, context);
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
  if (!(await policyRecord.remove("policy", context))) return say(texts.nothingToEnd);
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

/** Which of all new services need approval. */
type When = Partial<Pick<ApprovalPolicy, "role" | "memoryOverGb" | "creditsOverAMonth">>;

const role = /\b(?:when\s+)?role\s+(\S+)/i;
const memory = /\b(?:when\s+)?memory\s+over\s+(\S+)(?:\s*(?:gb|gib)\b)?/i;
const price = /\b(?:when\s+)?price\s+over\s+(\S+)(?:\s+credits?)?(?:\s+(?:a|per)\s+month|\s+monthly)?/i;
const between = /(?<!\S)(?:when|or|and|[|,]+)(?!\S)/gi;

/** Words such as "when role operator and memory over 64", anywhere in a line. */
const whenKind: ArgumentKind = {
  slot: {
    parts: [
      [/\b(?:operators?)\b(?= (?:create|need|ask|must))/i, "when role operator"],
      [/\b(?:above|over|more than|beyond|exceeding) (\d+) ?(?:gb|gigabytes?|gib)\b/i, "memory over $1"],
      [/\b(?:above|over|more than|beyond|exceeding) (\d[\d.]*) credits\b/i, "price over $1 credits a month"],
    ],
  },
  usage: ["when role operator", "memory over <GB>", "price over <number> credits a month"],
  take(words) {
    const found = [role, memory, price].flatMap((pattern) => pattern.exec(words)?.[0] ?? []);
    if (found.length === 0) return undefined;
    const rest = found.reduce((left, part) => left.replace(part, " "), words).replace(between, " ");
    return { value: asTyped(readWhen(found.join(" "))), rest };
  },
  write: String,
};

/** Reads which services need approval. Fails as user, with an example. */
function readWhen(words: string): When {
  let rest = words;
  const one = (pattern: RegExp) => {
    const [whole, value] = pattern.exec(rest) ?? [];
    if (whole !== undefined) rest = rest.replace(whole, " ");
    // Of several parts, each may end in a comma.
    return value?.replace(/[,|]+$/, "");
  };
  const found = { role: one(role), memory: one(memory), price: one(price) };
  const left = rest.replace(between, " ").trim();
  if (left !== "") throw new AppError("user", texts.notUnderstood(left.replaceAll("`", "'")));
  return {
    ...(found.role === undefined ? {} : { role: readRole(found.role) }),
    ...(found.memory === undefined ? {} : { memoryOverGb: readAbove(found.memory, "memory over 64") }),
    ...(found.price === undefined
      ? {}
      : { creditsOverAMonth: readAbove(found.price, "price over 500 credits a month") }),
  };
}

function readRole(word: string): "operator" {
  if (word.toLowerCase() === "operator") return "operator";
  throw new AppError("user", texts.badRole);
}

function readAbove(word: string, example: string): number {
  const amount = /^(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?(?:gb)?$/i.test(word)
    ? Number(word.replaceAll(",", "").replace(/gb$/i, ""))
    : 0;
  if (amount > 0) return amount;
  throw new AppError("user", texts.badAmount(word.replaceAll("`", "'"), example));
}

function asTyped({ role: highest, memoryOverGb, creditsOverAMonth }: When): string {
  return [
    ...(highest === undefined ? [] : [`when role ${highest}`]),
    ...(memoryOverGb === undefined ? [] : [`memory over ${memoryOverGb}`]),
    ...(creditsOverAMonth === undefined ? [] : [`price over ${creditsOverAMonth} credits a month`]),
  ].join(" ");
}

/** Which services need approval, as people type it. */
export const when = argument(whenKind, z.string().max(100).superRefine(readableBy(readWhen))).describe(
  "when role operator, memory over 64, price over 500 credits a month",
);

const mostQuorum = 10;
const quorumPattern = /\bquorum\s+(?:of\s+)?(\S+)/i;

/** How many people have to approve, after its word anywhere in a line. */
const quorumKind: ArgumentKind = {
  slot: {
    parts: [
      [/\b(two|three|four|five|six|[2-9]) (?:people|persons|members|approvals?|approvers|of)\b/i, "$1"],
    ],
  },
  usage: ["quorum <number>"],
  take(words) {
    const [whole, word = ""] = quorumPattern.exec(words) ?? [];
    if (whole === undefined) return undefined;
    return { value: /^\d{1,3}$/.test(word) ? Number(word) : 0, rest: words.replace(whole, " ") };
  },
  write: (count) => `quorum ${String(count)}`,
};

export const quorum = argument(
  quorumKind,
  z.int().min(1, texts.badQuorum(mostQuorum)).max(mostQuorum, texts.badQuorum(mostQuorum)),
).describe("How many have to approve. By default 1");
