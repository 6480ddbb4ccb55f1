import { z } from "zod";
import { argument } from "../../../../platform/commands/arguments/kind.ts";
import { namedChannelKind } from "../../../../platform/commands/arguments/slack.ts";
import { channel, group } from "../../../../platform/commands/arguments.ts";
import { call } from "../../../../platform/commands/call.ts";
import { asks } from "./asks.ts";
import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../../context.ts";
import { formatPolicy, questionBeforeOff, setApprovals, stopApprovals } from "./policy.ts";
import { change, changeWorkflow, listWorkflows } from "./workflows.ts";
import type { KnownBlock } from "@slack/types";
import { slackDate } from "../../../../platform/blocks/date.ts";
import { section, context as smallPrint } from "../../../../platform/blocks/text.ts";
import { type OpenedApproval, pendingApprovals, shownName } from "../content.ts";
import { formatHardLimits, limit, setHardLimits } from "../../hard-limits/set.ts";
import type { AdminTab } from "../../../../platform/commands/admin.ts";
import { row } from "../../../../platform/blocks/button.ts";
import { commandOf } from "../../../../platform/commands/command.ts";
import type { Found } from "../../../../platform/commands/found.ts";
import { none } from "../../../../platform/commands/entry.ts";
import { ApprovalsData, type FoundApprovals, approvalsData } from "./data.ts";
import { quorum, when } from "./when.ts";
import * as texts from "./texts.ts";

// A message holds at most 50 blocks, and people read fewer.
const mostShown = 20;

async function findApprovals(context: ServicesContext): Promise<FoundApprovals> {
  const [policy, hardLimits, pending] = await Promise.all([
    context.approvalPolicies.find(),
    context.hardLimits.find(),
    pendingApprovals(context),
  ]);
  return { policy, hardLimits, pending };
}

/** Shows the policy, and the requests that wait for approval, the earliest expiry first. */
async function listApprovals(context: ServicesContext): Promise<Found> {
  const found = await findApprovals(context);
  return { data: () => approvalsData(found), draw: () => approvalsReply(found) };
}

function approvalsReply({ policy, hardLimits, pending }: FoundApprovals): Reply {
  const approval = policy ? formatPolicy(policy) : texts.noPolicy;
  const rule = hardLimits ? `${approval}\n${formatHardLimits(hardLimits)}` : approval;
  const count = texts.waiting(pending.length);
  return reply([rule, count].join("\n"), [section(rule), section(`*${count}*`), ...lines(pending)]);
}

function lines(pending: readonly OpenedApproval[]): KnownBlock[] {
  const left = pending.length - mostShown;
  return [
    ...pending.slice(0, mostShown).map((approval) => section(line(approval))),
    ...(left > 0 ? [smallPrint(texts.moreWaiting(left))] : []),
  ];
}

function line({ content, approvedBy }: OpenedApproval): string {
  const { requesterId, policy, expiresAt } = content;
  const { channelId, quorum } = policy;
  const until = slackDate(new Date(expiresAt));
  const approved = approvedBy.length;
  return texts.request({ name: shownName(content), requesterId, channelId, approved, quorum, until });
}

/** `/db admin approvals`. */
const list = call({
  name: "approvals_list",
  title: "Approvals",
  summary: "Shows which new services need approval, and the requests that wait.",
  effect: "read",
  isTool: true,
  line: ["admin approvals", "admin approvals list", "admin approvals deny"],
  verb: "list",
  args: none,
  result: ApprovalsData,
  asks: asks.list,
  run: (_, context: ServicesContext) => listApprovals(context),
});

/** `/db admin approvals set #db-approvals by @dba quorum 2 when role operator memory over 64`. */
const set = call({
  name: "approvals_set",
  title: "Change when approval is needed",
  summary: "Says which new services need the approval of a user group.",
  effect: "change",
  access: "admin",
  line: "admin approvals set {channel} by {group} {quorum} {when}",
  verb: "set",
  missing: { channel: texts.whichChannel, group: texts.whichGroup },
  args: z.object({
    channel: argument(namedChannelKind, channel).describe("The channel for the requests"),
    group: group.describe("The user group that approves"),
    quorum: quorum.optional(),
    when: when.optional(),
  }),
  asks: asks.set,
  run: setApprovals,
});

/** `/db admin approvals deny price over 500 credits a month`. */
const deny = call({
  name: "approvals_deny",
  title: "Set a hard limit",
  summary: "Says what no new service may exceed, not even an admin's.",
  effect: "change",
  access: "admin",
  line: "admin approvals deny {limit}",
  verb: "deny",
  args: z.object({ limit }),
  asks: asks.deny,
  run: ({ limit: wanted }, context: ServicesContext, asker) => setHardLimits(wanted, context, asker),
});

/** `/db admin approvals off`. */
const off = call({
  name: "approvals_off",
  title: "Turn approvals off",
  summary: "New services need no approval any more.",
  effect: "change",
  access: "admin",
  line: "admin approvals off",
  verb: "off",
  args: none,
  asks: asks.off,
  confirm: (_, context: ServicesContext) => questionBeforeOff(context),
  run: (_, context: ServicesContext) => stopApprovals(context),
});

/** `/db admin approvals workflow`. */
const workflows = call({
  name: "approvals_workflows",
  title: "Workflows without approval",
  summary: "Lists the workflows that create services without asking.",
  effect: "read",
  access: "admin",
  line: "admin approvals workflow",
  verb: "workflow",
  args: none,
  asks: asks.workflows,
  run: (_, context: ServicesContext) => listWorkflows(context),
});

/** `/db admin approvals workflow withdraw nightly staging`. */
const workflow = call({
  name: "approvals_workflow_set",
  title: "Change which workflows ask",
  summary: "Lets a workflow create services without asking, or ends that.",
  effect: "change",
  access: "admin",
  line: "admin approvals workflow {change}",
  verb: "workflow",
  args: z.object({ change }),
  asks: asks.workflow,
  run: ({ change: wanted }, context: ServicesContext, asker) => changeWorkflow(wanted, context, asker),
});

/** `/db approvals [set|off|workflow]`: shows and sets which new services need approval, and which workflows don't ask. */
export const approvals = commandOf({
  name: "approvals",
  partOf: "admin",
  summary: texts.summary,
  examples: [
    "/db admin approvals",
    "/db admin approvals set #db-approvals by @dba",
    "/db admin approvals set #db-approvals by @dba quorum 2 when role operator memory over 64",
    "/db admin approvals set #db-approvals by @dba price over 500 credits a month",
    "/db admin approvals deny price over 500 credits a month",
    "/db admin approvals deny team over budget",
    "/db admin approvals off",
    "/db admin approvals workflow approve nightly staging preset small staging requester @ada",
  ],
  details: texts.details,
  calls: [list, set, deny, off, workflows, workflow],
  hint: texts.subcommandHint,
});

/** The policy and the open requests in `/db admin`. */
export const approvalsTab: AdminTab<ServicesContext> = {
  rank: 2,
  name: "approvals",
  label: "Approvals",
  access: "viewer",
  async draw({ offer }, context) {
    const found = await findApprovals(context);
    const { blocks } = approvalsReply(found);
    const off = found.policy ? offer(texts.turnOff, { call: "approvals_off" }) : [];
    return [...blocks, ...row(offer("Workflows", { call: "approvals_workflows" }), off)];
  },
};
