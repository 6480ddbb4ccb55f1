import { slackDate } from "../../../../platform/blocks/date.ts";
import { type Reply, say } from "../../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../../context.ts";
import type { Asker } from "../../../../platform/context.ts";
import { AppError } from "../../../../lib/errors.ts";
import { plural } from "../../../../lib/text.ts";
import { type ApprovalPolicy, formatPolicy } from "./policy.ts";
import { readPolicy } from "./read.ts";
import { askFirst, recordChange } from "../../../../platform/commands/command.ts";
import { channelOfSchedule } from "../../../../platform/jobs/schedules/schedules.ts";

/** Sets the policy for new requests; a pending request keeps the policy that it was asked under. */
export async function setApprovals(words: string, context: ServicesContext, asker: Asker): Promise<Reply> {
  const read = readPolicy(words);
  await check(read, context, asker);
  const policy: ApprovalPolicy = { ...read, setBy: asker.userId, setAt: context.now().toISOString() };
  const before = await context.approvalPolicies.save(policy);
  await recordChange(
    { action: "approval.set", before: before && ruleOf(before), after: ruleOf(policy) },
    context,
    asker,
  );
  return say(
    `${formatPolicy(policy)} It holds for requests from now on; nobody approves what they asked for themselves.`,
  );
}

/** Ends the policy, after its admin confirms. */
export async function stopApprovals(words: string, context: ServicesContext, asker: Asker): Promise<Reply> {
  const isSure = words.toLowerCase() === "yes";
  const present = isSure ? undefined : await context.approvalPolicies.find();
  if (present) {
    return askFirst({
      text: `Let new services be created without approval? Now: ${formatPolicy(present)}`,
      yes: "End approvals",
      command: "approvals off yes",
    });
  }
  const before = await context.approvalPolicies.drop();
  if (!before) return say("Nothing needs approval here, so there is nothing to end.");
  await recordChange({ action: "approval.off", before: ruleOf(before) }, context, asker);
  const open = (await context.approvals.pending()).length;
  const waiting =
    open === 0 ? "" : ` ${plural(open, "request")} that wait${open === 1 ? "s" : ""} still can be decided.`;
  return say(`No new service needs approval any more, as of ${slackDate(context.now())}.${waiting}`);
}

/** Refuses a policy that no request could meet. Only the people who wait would notice it. */
async function check(
  { channelId, groupId, quorum }: Pick<ApprovalPolicy, "channelId" | "groupId" | "quorum">,
  { messenger }: ServicesContext,
  asker: Asker,
): Promise<void> {
  await channelOfSchedule(channelId, { messenger }, asker);
  const members = await messenger.people.membersOf(groupId);
  if (members.length < quorum)
    throw new AppError(
      "user",
      `That group has ${plural(members.length, "member")}, which is fewer than ${quorum}. Name a smaller quorum or another group.`,
    );
}

/** Leaves out who set it when, because the audit entry says so. */
function ruleOf({ setBy: _setBy, setAt: _setAt, ...rule }: ApprovalPolicy) {
  return rule;
}
