import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { AppError } from "../../../../lib/errors.ts";
import { Credits } from "../../../../lib/money.ts";
import type { Asker } from "../../../../platform/access/asker.ts";
import { row } from "../../../../platform/blocks/button.ts";
import { slackDate } from "../../../../platform/blocks/date.ts";
import { type Reply, reply, say } from "../../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../../platform/blocks/text.ts";
import type { AdminTab } from "../../../../platform/commands/admin.ts";
import { channel, group } from "../../../../platform/commands/arguments.ts";
import { type ArgumentKind, argument, readableBy } from "../../../../platform/commands/arguments/kind.ts";
import { namedChannelKind } from "../../../../platform/commands/arguments/slack.ts";
import { call } from "../../../../platform/commands/call.ts";
import { commandOf } from "../../../../platform/commands/command.ts";
import { none } from "../../../../platform/commands/entry.ts";
import type { Found } from "../../../../platform/commands/found.ts";
import type { ServicesContext } from "../../context.ts";
import { formatLimit } from "../../hard-limits/denied.ts";
import { type HardLimits, hardLimitsRecord } from "../../hard-limits/record.ts";
import * as hardLimitsTexts from "../../hard-limits/texts.ts";
import { type OpenedApproval, pendingApprovals, shownName } from "../content.ts";
import { ApprovalsData, type FoundApprovals, approvalsData } from "./data.ts";
import { formatPolicy, questionBeforeOff, quorum, setApprovals, stopApprovals, when } from "./policy.ts";
import * as texts from "./texts.ts";
import { change, changeWorkflow, listWorkflows } from "./workflows.ts";

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

type Limits = Pick<HardLimits, "price" | "teamOverBudget">;

const setOff = String.raw`(?:off|none)`;
const offAlone = new RegExp(`^${setOff}$`, "i");
const priceOff = new RegExp(`^price ${setOff}$`, "i");
const teamOff = new RegExp(`^teams? ${setOff}$`, "i");
const overPrice = /^price over ([\d.,]+) ?([a-z]{3}|credits?)?(?: (?:a|per) month| monthly)?$/i;
const overBudget = /^teams? over (?:a |their |its )?budgets?$/i;

/** Sets or removes a hard limit. It holds at once, and for requests that wait too. */
async function setHardLimits(words: string, context: ServicesContext, asker: Asker): Promise<Reply> {
  const kept = await context.hardLimits.find();
  const present: Limits = { price: kept?.price, teamOverBudget: kept?.teamOverBudget ?? false };
  const wanted = readLimit(words, present);
  const isEmpty = wanted.price === undefined && !wanted.teamOverBudget;
  if (isEmpty && !kept) return say(hardLimitsTexts.alreadyNone);
  const next = isEmpty ? undefined : { ...wanted, setBy: asker.userId, setAt: context.now().toISOString() };
  await hardLimitsRecord.change("deny", () => next, context);
  if (isRemoval(words)) return say(`${hardLimitsTexts.removed} ${formatHardLimits(next)}`);
  return say(`${formatHardLimits(next)} ${hardLimitsTexts.isSet}`);
}

function isRemoval(words: string): boolean {
  return [offAlone, priceOff, teamOff].some((pattern) => pattern.test(words));
}

/** The limits in mrkdwn, a sentence each. */
function formatHardLimits(limits: Limits | undefined): string {
  const sentences = [
    ...(limits?.price ? [hardLimitsTexts.price(formatLimit(limits.price))] : []),
    ...(limits?.teamOverBudget ? [hardLimitsTexts.team] : []),
  ];
  return sentences.length === 0 ? hardLimitsTexts.none : sentences.join(" ");
}

/** The limits with what was typed. Fails as user, with an example. */
function readLimit(words: string, present: Limits): Limits {
  if (offAlone.test(words)) return { teamOverBudget: false };
  if (priceOff.test(words)) return { ...present, price: undefined };
  if (teamOff.test(words)) return { ...present, teamOverBudget: false };
  if (overBudget.test(words)) return { ...present, teamOverBudget: true };
  const [, digits, unit = "credits"] = overPrice.exec(words) ?? [];
  if (digits === undefined) throw new AppError("user", hardLimitsTexts.notUnderstood(words));
  return { ...present, price: { most: readAmount(digits), unit: readUnit(unit) } };
}

/** All the words behind "deny". */
const limitKind: ArgumentKind = {
  slot: {
    isOne: true,
    parts: [
      [
        /\bteams?\b(?: \S+){0,3} (?:over|beyond|blew|exceeded) (?:its |their |the |a )?budgets?\b|\bteams? over (?:its |their |the |a )?budgets?\b/i,
        "team over budget",
      ],
      [
        /\b(?:above|over|more than|beyond|exceeding) (\d[\d.]*) ?(?:euros?|eur|€)/i,
        "price over $1 EUR a month",
      ],
      [
        /\b(?:above|over|more than|beyond|exceeding) (\d[\d.]*) ?(?:dollars?|usd)\b/i,
        "price over $1 USD a month",
      ],
      [/\b(?:above|over|more than|beyond|exceeding) (\d[\d.]*) credits\b/i, "price over $1 credits a month"],
      [/\b(?:remove|lift|end|drop|delete) (?:the |all )?hard limits?\b|\bno hard limits?\b/i, "off"],
    ],
  },
  usage: ["off", "team over budget", "price over <number> credits a month"],
  take: (words) => (words === "" ? undefined : { value: words, rest: "" }),
  write: String,
};

/** A hard limit as people type it. */
const limit = argument(
  limitKind,
  z
    .string()
    .trim()
    .min(1)
    .max(60, { error: hardLimitsTexts.tooLong, abort: true })
    .superRefine(readableBy((words) => readLimit(words, { teamOverBudget: false }))),
).describe("price over 500 credits a month, price over 150 EUR a month, team over budget, or off");

function readAmount(digits: string): string {
  const isAmount = /^(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?$/.test(digits);
  const amount = new Credits(isAmount ? digits.replaceAll(",", "") : 0);
  if (amount.gt(0)) return amount.toFixed();
  throw new AppError("user", hardLimitsTexts.badAmount(digits));
}

function readUnit(word: string): string {
  if (/^credits?$/i.test(word)) return "credits";
  const currency = word.toUpperCase();
  if (Intl.supportedValuesOf("currency").includes(currency)) return currency;
  throw new AppError("user", hardLimitsTexts.unknownCurrency(word));
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
  asks: {
    means: ["approve", "policy"],
    around: "list service create time policy approve want",
    says: ["Approvals"],
  },
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
  asks: {
    means: ["approve {channel}", "approve {group}", "policy {channel|group}"],
    around: "approve policy create service want set warn people facts allow post budget",
    says: ["Ask {group} in {channel} before services are created", ", {quorum} of them", ", {when}"],
  },
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
  asks: {
    means: ["allow {limit}", "allow create {limit}"],
    around: "create service cost allow budget team limit set price want end facts give",
    says: ["Deny new services: {limit}"],
  },
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
  asks: { means: ["end|delete approve|policy"], around: "approve policy", says: ["Turn approvals off"] },
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
  asks: {
    means: ["workflow"],
    around: "approve policy create list",
    says: ["Workflows that create without asking"],
  },
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
  asks: {
    means: ["workflow {change}"],
    around: "approve policy create list end allow give preset service",
    says: ["{change}"],
  },
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
