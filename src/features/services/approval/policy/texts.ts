import { formatList, plural } from "../../../../lib/text.ts";
import { code } from "../../../../platform/blocks/escape.ts";

// What people read about when approval is needed, in mrkdwn unless noted. Errors are plain. Names are escaped and times
// formatted by the caller.

// Help

export const summary = "Shows which new services need approval, and the requests that wait for it.";
export const subcommandHint = "Use it alone, or add `set #channel by @group`, `deny …`, `off` or `workflow`.";
export const details = [
  "The form then asks for approval before it creates anything. Approvers see the whole request in that channel. They must be in the user group when they click, and can't approve their own requests. A request expires after 24 hours.",
  "• Without a size or a price, every new service needs approval. With both, either is enough. Memory counts for all replicas at their largest, and the price for 30 days of compute at the largest size. If the cloud decides the size, or I can't estimate the price, it needs approval too.",
  "• With `when role operator`, admins need no approval.",
  "• `deny` sets a hard limit: what exceeds it isn't created, whoever asks and approves. The form says so before you click Create. `deny price over 500 credits a month` (or `150 EUR`) counts as the price above does. `deny team over budget` stops teams over one of their budgets. `deny price off`, `deny team off` or `deny off` end that.",
  "• A workflow's step asks its requester in direct messages, and creates only if they click Create. If it needs approval, the approvers decide next.",
  "• `workflow approve` lets a workflow create from one preset for one requester without asking them. You get a key for the step's field _Approval key_. `workflow withdraw` ends that. `workflow` lists them.",
].join("\n");

// The policy

/** What needs approval, in two sentences. */
export function policy(facts: {
  role: string | undefined;
  memoryOverGb: number | undefined;
  creditsOverAMonth: number | undefined;
  quorum: number;
  groupId: string;
  channelId: string;
}): string {
  const { role, memoryOverGb, creditsOverAMonth, quorum, groupId, channelId } = facts;
  const sizes = [
    ...(memoryOverGb === undefined ? [] : [`more than ${memoryOverGb.toLocaleString("en-US")} GB of memory`]),
    ...(creditsOverAMonth === undefined
      ? []
      : [`compute over ${creditsOverAMonth.toLocaleString("en-US")} credits in 30 days`]),
  ];
  const which = sizes.length === 0 ? "" : ` with ${formatList(sizes, "or")}`;
  const asked = role === undefined ? "" : ` if an ${role} requests it`;
  return `Every new service${which} needs approval${asked}. ${plural(quorum, "member")} of <!subteam^${groupId}> must approve it in <#${channelId}>.`;
}

export const noPolicy = `Nothing needs approval here. An admin can change that: ${code("/db admin approvals set #db-approvals by @dba")}.`;
export const isSet = "This applies to new requests. You can't approve your own.";
export const askOff = (now: string) => `Turn approvals off? Right now: ${now}`;
export const turnOff = "Turn approvals off";
export const nothingToEnd = "Nothing needs approval here, so there's nothing to turn off.";
export function ended(open: number): string {
  const waiting = open === 0 ? "" : ` Approvers can still decide ${plural(open, "open request")}.`;
  return `Approvals are off. New services don't need approval anymore.${waiting}`;
}

// The requests that wait

export function waiting(count: number): string {
  if (count === 0) return "No requests are waiting for approval.";
  return `${plural(count, "request is", "requests are")} waiting for approval.`;
}
export const moreWaiting = (count: number) => `and ${count} more`;
export function request(facts: {
  name: string;
  requesterId: string;
  channelId: string;
  approved: number;
  quorum: number;
  until: string;
}): string {
  const { name, requesterId, channelId, approved, quorum, until } = facts;
  return `${name}, requested by <@${requesterId}>, in <#${channelId}>: ${approved} of ${quorum} approved. Expires ${until}.`;
}

// Problems with a policy. Plain text.

const example = "For example: `/db admin approvals set #db-approvals by @dba quorum 2`.";
const withExample = (problem: string) => `${problem} ${example}`;
export const whichChannel = withExample("Choose the channel to ask approvers in.");
export const whichGroup = withExample(
  "Which user group approves? Choose it from the list that Slack shows while you type its @name. A person's name doesn't work here.",
);
export const tooFewMembers = (members: number, quorum: number) =>
  `That group has ${plural(members, "member")}, but the quorum is ${quorum}. Choose a smaller quorum or another group.`;
export const notUnderstood = (words: string) => withExample(`I don't understand “${words}”.`);
export const badQuorum = (most: number) => withExample(`A quorum is a number of people, from 1 to ${most}.`);
export const badRole = withExample(
  "After `when role`, type `operator`. Viewers can't create anything. To include admins, leave the role out.",
);
export const badAmount = (word: string, right: string) =>
  withExample(`“${word}” isn't an amount above 0. Type one such as \`${right}\`.`);

// Approved workflows

const workflowExample =
  "/db admin approvals workflow approve nightly staging preset small staging requester @ada";
const withWorkflowExample = (problem: string) => `${problem} For example: ${code(workflowExample)}.`;
export const workflowSubcommand = withWorkflowExample(
  "Use `/db admin approvals workflow` alone, or add `approve` or `withdraw`.",
);
export const workflowParts = withWorkflowExample("Enter the workflow's name, its preset and its requester.");
export const workflowNameTooLong = (most: number) =>
  withWorkflowExample(`A workflow's name has at most ${most} characters.`);
export const tooManyWorkflows = (most: number) =>
  `A workspace has at most ${most} approved workflows. Withdraw one first: \`/db admin approvals workflow\` lists them.`;
export const workflowNotFound = (name: string) =>
  `I can't find an approved workflow “${name}”. ${code("/db admin approvals workflow")} lists them.`;

/** The answer with the new key. */
export function workflowApproved(facts: {
  name: string;
  typedName: string;
  preset: string;
  requesterId: string;
  key: string;
  isAgain: boolean;
}): string {
  const { name, typedName, preset, requesterId, key, isAgain } = facts;
  const renewed = isAgain ? " Its earlier key no longer works." : "";
  return [
    `Approved the workflow *${name}*. It creates from the preset *${preset}* for <@${requesterId}> without asking them.${renewed} It can do what an operator can, within the requester's own role and limits.`,
    `Put this key into the field _Approval key_ of the workflow's step. I show it only this once: ${code(key)}`,
    `Everyone who can edit the workflow can read the key. To end this: ${code(`/db admin approvals workflow withdraw ${typedName}`)}.`,
  ].join("\n");
}

export const workflowWithdrawn = (name: string) =>
  `Withdrawn. The workflow *${name}* asks its requester again, and its key no longer works.`;
export const noWorkflows = `No workflow is approved, so each one asks its requester. To approve one: ${code(workflowExample)}`;
export const workflowsTitle = "*These workflows create services without asking their requester:*";
export const workflow = (facts: {
  name: string;
  preset: string;
  requesterId: string;
  approvedBy: string;
  at: string;
}) =>
  `*${facts.name}* creates from the preset *${facts.preset}* for <@${facts.requesterId}>. Approved by <@${facts.approvedBy}>, ${facts.at}.`;
export const moreWorkflows = (count: number) => `And ${count} more. Withdraw some to see them.`;
export const withdraw = "Withdraw";
/** Plain text. */
export const withdrawQuestion = (name: string) => ({
  title: "Withdraw this approval?",
  text: `“${name}” will ask its requester again, and its key will stop working.`,
  yes: withdraw,
  no: "Keep it",
});
