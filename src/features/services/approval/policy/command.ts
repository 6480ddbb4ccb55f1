import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../../context.ts";
import type { Asker } from "../../../../platform/context.ts";
import { oneLine, plural } from "../../../../lib/text.ts";
import { setApprovals, stopApprovals, formatPolicy } from "./policy.ts";
import { approvalsOfWorkflows } from "./workflows.ts";
import type { KnownBlock } from "@slack/types";
import { slackDate } from "../../../../platform/blocks/date.ts";
import { code } from "../../../../platform/blocks/escape.ts";
import { section, context as smallPrint } from "../../../../platform/blocks/text.ts";
import { type OpenedApproval, pendingApprovals } from "../approvals.ts";
import { requestedName } from "../../form/request.ts";
import type { AdminTab } from "../../../../platform/commands/admin.ts";
import { row } from "../../../../platform/slack/home.ts";
import { subcommandWords, command } from "../../../../platform/commands/command.ts";

// A message holds at most 50 blocks, and people read fewer.
const mostShown = 20;

/** Shows the policy, and the requests that wait for approval, the earliest expiry first. */
async function listApprovals(context: ServicesContext): Promise<Reply> {
  const [policy, pending] = await Promise.all([context.approvalPolicies.find(), pendingApprovals(context)]);
  const rule = policy
    ? formatPolicy(policy)
    : `Nothing needs approval here. An admin can change that with ${code("/db admin approvals set #db-approvals by @dba")}.`;
  const count =
    pending.length === 0
      ? "No request waits for approval."
      : `${plural(pending.length, "request")} ${pending.length === 1 ? "waits" : "wait"} for approval.`;
  return reply([rule, count].join("\n"), [section(rule), section(`*${count}*`), ...lines(pending)]);
}

function lines(pending: readonly OpenedApproval[]): KnownBlock[] {
  const left = pending.length - mostShown;
  return [
    ...pending.slice(0, mostShown).map((approval) => section(line(approval))),
    ...(left > 0 ? [smallPrint(`and ${left} more`)] : []),
  ];
}

function line({ content, approvedBy }: OpenedApproval): string {
  const { request, requesterId, policy, expiresAt } = content;
  return `${requestedName(request)}, requested by <@${requesterId}>, in <#${policy.channelId}>: ${approvedBy.length} of ${policy.quorum} approved, expires ${slackDate(new Date(expiresAt))}.`;
}

type ApprovalsSubcommand = (words: string, context: ServicesContext, asker: Asker) => Promise<Reply>;

const subcommands = {
  set: setApprovals,
  off: stopApprovals,
  workflow: approvalsOfWorkflows,
  list: (_words, context) => listApprovals(context),
} satisfies Record<string, ApprovalsSubcommand>;

const Args = subcommandWords("admin approvals", subcommands, {
  usual: "list",
  hint: "It is followed by `set #channel by @group`, `off`, `workflow`, or nothing for a list.",
});

/** `/db approvals [set|off|workflow]`: shows and sets which new services need approval, and which workflows need not ask. */
export const approvals = command({
  name: "approvals",
  partOf: "admin",
  summary:
    "Lists requests that wait for approval, and says which new services need it, and who can approve it.",
  usage:
    "[set #channel by @group [quorum <n>] [when role operator] [memory over <GB> | price over <credits> a month] | off | workflow …]",
  examples: [
    "/db admin approvals",
    "/db admin approvals set #db-approvals by @dba",
    "/db admin approvals set #db-approvals by @dba quorum 2 when role operator memory over 64",
    "/db admin approvals set #db-approvals by @dba price over 500 credits a month",
    "/db admin approvals off",
    "/db admin approvals workflow approve nightly staging preset small staging requester @ada",
  ],
  details:
    "The form that creates a service then asks for approval first. Approvers see all that will be sent, in that channel; they must be in that user group when they press the button, and can't approve their own requests. Without a size or a price, every new service needs approval; of a size and a price, either is enough. Memory is that of all replicas at their largest, the price that of compute in 30 days at the largest size; what is left to the cloud, or cannot be estimated, needs approval too. With `when role operator` admins need none. A request expires after 24 hours. A workflow's step asks its requester in direct messages, and creates only if they press Create; what needs approval then goes to the approvers. `workflow approve` lets a workflow create from one preset for one requester without asking them: it answers a key for the step's field _Approval key_. `workflow withdraw` ends that, and `workflow` lists them.",
  args: Args,
  access: ({ subcommand }) => (subcommand === "list" ? "viewer" : "admin"),
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
    const [{ blocks }, policy] = [await listApprovals(context), await context.approvalPolicies.find()];
    const off = policy ? offer("Turn approvals off", "admin approvals off") : [];
    return [...blocks, ...row(offer("Workflows", "admin approvals workflow"), off)];
  },
};
