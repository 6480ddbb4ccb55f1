import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../../context.ts";
import type { Asker } from "../../../../platform/context.ts";
import { oneLine } from "../../../../lib/text.ts";
import { setApprovals, stopApprovals, formatPolicy } from "./policy.ts";
import { approvalsOfWorkflows } from "./workflows.ts";
import type { KnownBlock } from "@slack/types";
import { slackDate } from "../../../../platform/blocks/date.ts";
import { section, context as smallPrint } from "../../../../platform/blocks/text.ts";
import { type OpenedApproval, pendingApprovals, shownName } from "../content.ts";
import { formatHardLimits, setHardLimits } from "../../hard-limits/set.ts";
import type { AdminTab } from "../../../../platform/commands/admin.ts";
import { row } from "../../../../platform/blocks/button.ts";
import { type Answer, type Found, subcommandWords, command } from "../../../../platform/commands/command.ts";
import { listed } from "../../../../platform/commands/entry.ts";
import { type FoundApprovals, approvalsData } from "./data.ts";
import { entries } from "./entries.ts";
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

type ApprovalsSubcommand = (words: string, context: ServicesContext, asker: Asker) => Promise<Answer>;

const subcommands = {
  set: setApprovals,
  off: stopApprovals,
  deny: (words, context, asker) =>
    words === "" ? listApprovals(context) : setHardLimits(words, context, asker),
  workflow: approvalsOfWorkflows,
  list: (_words, context) => listApprovals(context),
} satisfies Record<string, ApprovalsSubcommand>;

const Args = subcommandWords("admin approvals", subcommands, {
  usual: "list",
  hint: texts.subcommandHint,
});

/** `/db approvals [set|off|workflow]`: shows and sets which new services need approval, and which workflows don't ask. */
export const approvals = command({
  name: "approvals",
  partOf: "admin",
  summary: texts.summary,
  usage:
    "[set #channel by @group [quorum <n>] [when role operator] [memory over <GB> | price over <credits> a month] | deny [price over <amount> <credits or currency> a month | team over budget | off] | off | workflow …]",
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
  args: Args,
  entries: listed(entries),
  calls: ({ subcommand, words }) => {
    if (words.trim() !== "") return entries[subcommand];
    if (subcommand === "workflow") return entries.workflows;
    return subcommand === "deny" ? entries.list : entries[subcommand];
  },
  run: ({ subcommand, words }, context: ServicesContext, asker) =>
    subcommands[subcommand](oneLine(words), context, asker),
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
    const off = found.policy ? offer(texts.turnOff, "admin approvals off") : [];
    return [...blocks, ...row(offer("Workflows", "admin approvals workflow"), off)];
  },
};
