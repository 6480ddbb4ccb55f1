import { strictly } from "../../../../lib/kinds.ts";
import { ApprovalPolicy, keptPolicy } from "./record.ts";
import { AppError } from "../../../../lib/errors.ts";
import { type Reply, say } from "../../../../platform/blocks/reply.ts";
import { record } from "../../../../platform/as-code/record.ts";
import { groupHandle as groupHandleOf } from "../../../../platform/access/present-names.ts";
import type { Question } from "../../../../platform/commands/call.ts";
import type { Asker } from "../../../../platform/access/asker.ts";
import { channelOfSchedule } from "../../../../platform/jobs/schedules/schedules.ts";
import type { ServicesContext } from "../../context.ts";
import * as texts from "./texts.ts";
import { readWhen } from "./when.ts";

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
