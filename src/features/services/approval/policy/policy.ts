import type { ApprovalPolicy } from "./record.ts";
import { AppError } from "../../../../lib/errors.ts";
import { type Reply, say } from "../../../../platform/blocks/reply.ts";
import { groupHandle as groupHandleOf } from "../../../../platform/access/present-names.ts";
import type { Question } from "../../../../platform/commands/call.ts";
import type { Asker } from "../../../../platform/access/asker.ts";
import { channelOfSchedule } from "../../../../platform/jobs/schedules/schedules.ts";
import type { ServicesContext } from "../../context.ts";
import * as texts from "./texts.ts";
import { readWhen } from "./when.ts";

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
