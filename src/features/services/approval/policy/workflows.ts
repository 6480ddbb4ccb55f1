import type { ApprovedWorkflow } from "./record.ts";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../../../lib/errors.ts";
import { hashText } from "../../../../lib/hash.ts";
import { oneLine, truncate } from "../../../../lib/text.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButtonAfter } from "../../../../platform/blocks/command-button.ts";
import { type ArgumentKind, argument, readableBy } from "../../../../platform/commands/arguments/kind.ts";
import { slackDate } from "../../../../platform/blocks/date.ts";
import { escapeName, visible } from "../../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../../platform/blocks/reply.ts";
import { section } from "../../../../platform/blocks/text.ts";
import type { Asker } from "../../../../platform/access/asker.ts";
import type { ServicesContext } from "../../context.ts";
import * as texts from "./texts.ts";

const longestName = 60;

/** What to do with a workflow: "approve nightly preset small requester <@U1>", or "withdraw nightly". */
const changeKind: ArgumentKind = {
  slot: {
    isOne: true,
    parts: [
      [
        /\b(?:let|allow|approve|permit)\b(?: the)? (?:workflow|automation) "?(.{1,60}?)"? (?:to )?create (?:services )?(?:from|with|by) (?:the )?(?:preset )?(.{1,50}?) for (<@[UW][A-Z0-9]+(?:\|[^>]*)?>)(?: without asking| by (?:itself|himself|herself|themselves))?/i,
        "approve $1 preset $2 requester $3",
      ],
      [
        /^(?=.*\b(?:withdraw|revoke|isn't|not|no longer|stop|disallow|unapprove)\b).*?\b(?:workflow|automation) "?(.{1,60}?)"?(?:'s)?(?: (?:isn't|is|shouldn't|should|may|must|any more|anymore|approval|approved|from|create|creating|to)\b.*|[,.;!?].*|)$/i,
        "withdraw $1",
      ],
    ],
  },
  usage: ["withdraw <workflow>", "approve <workflow> preset <preset> requester @person"],
  take: (words) =>
    words === "" ? undefined : { value: words.replace(/^\S+/, (verb) => verb.toLowerCase()), rest: "" },
  write: String,
};

export const change = argument(
  changeKind,
  z
    .string()
    .trim()
    .regex(/^(?:approve|withdraw)(?:\s|$)/, { error: texts.workflowSubcommand, abort: true })
    .max(300)
    .superRefine(readableBy(readChange)),
).describe(
  "For example: approve nightly staging preset small staging requester <@U0123456789>, or withdraw nightly staging",
);

/** Lets a workflow create without asking its requester, or withdraws that. */
export async function changeWorkflow(words: string, context: ServicesContext, asker: Asker): Promise<Reply> {
  const wanted = readChange(words);
  return wanted.verb === "withdraw" ? withdraw(wanted.name, context) : approve(wanted, context, asker);
}

async function approve(
  { name, preset: wanted, requesterId }: Approval,
  context: ServicesContext,
  asker: Asker,
): Promise<Reply> {
  const preset = await context.presets.find(wanted);
  const key = randomBytes(24).toString("base64url");
  const workflow: ApprovedWorkflow = {
    name,
    preset: preset.name,
    presetSavedAt: preset.savedAt,
    requesterId,
    keyHash: hashText(key),
    approvedBy: asker.userId,
    approvedAt: context.now().toISOString(),
  };
  const before = await context.audit.change(
    { action: "workflow.approve", subject: name },
    () => context.approvedWorkflows.approve(workflow),
    (replaced) => ({ before: replaced && rightsOf(replaced), after: rightsOf(workflow) }),
  );
  const shown = {
    name: escapeName(name),
    typedName: name,
    preset: escapeName(preset.name),
    requesterId,
    key,
  };
  return say(texts.workflowApproved({ ...shown, isAgain: before !== undefined }));
}

async function withdraw(name: string, context: ServicesContext): Promise<Reply> {
  const before = await context.audit.change(
    { action: "workflow.withdraw" },
    () => context.approvedWorkflows.withdraw(name),
    (withdrawn) => withdrawn && { subject: withdrawn.name, before: rightsOf(withdrawn) },
  );
  if (!before) {
    throw new AppError("user", texts.workflowNotFound(truncate(name, longestName)));
  }
  return say(texts.workflowWithdrawn(escapeName(before.name)));
}

/** Lists the approved workflows. */
export async function listWorkflows({ approvedWorkflows }: ServicesContext): Promise<Reply> {
  const all = await approvedWorkflows.list();
  if (all.length === 0) return say(texts.noWorkflows);
  const title = texts.workflowsTitle;
  return reply(title, [
    section(title),
    // A message holds at most 50 blocks, and each workflow takes two.
    ...all
      .slice(0, 20)
      .flatMap((workflow) => [section(lineOf(workflow)), actions([withdrawButton(workflow)])]),
    ...(all.length > 20 ? [section(texts.moreWorkflows(all.length - 20))] : []),
  ]);
}

function lineOf({ name, preset, requesterId, approvedBy, approvedAt }: ApprovedWorkflow): string {
  const at = slackDate(new Date(approvedAt));
  return texts.workflow({
    name: escapeName(name),
    preset: escapeName(preset),
    requesterId,
    approvedBy,
    at,
  });
}

function withdrawButton({ name }: ApprovedWorkflow) {
  const question = texts.withdrawQuestion(visible(name));
  const asked = { call: "approvals_workflow_set", args: { change: `withdraw ${name}` } };
  return commandButtonAfter(question, texts.withdraw, asked);
}

interface Approval {
  name: string;
  preset: string;
  requesterId: string;
}

function readChange(words: string): ({ verb: "approve" } & Approval) | { verb: "withdraw"; name: string } {
  const [, verb, rest = ""] = /^(\S+)\s*(.*)$/.exec(oneLine(words)) ?? [];
  if (verb === "withdraw") return { verb, name: rest };
  const [, name = "", preset = "", requesterId = ""] =
    /^(.+?) preset (.+?) requester <@([UW][A-Z0-9]+)(?:\|[^>]*)?>$/i.exec(rest) ?? [];
  if (name === "") throw wrong(texts.workflowParts);
  if (unquoted(name).length > longestName) throw wrong(texts.workflowNameTooLong(longestName));
  return { verb: "approve", name: unquoted(name), preset: unquoted(preset), requesterId };
}

/** Removes quotation marks, which Slack's clients write in several styles. */
function unquoted(text: string): string {
  return text.replace(/^["“”„](.+)["“”„]$/, "$1");
}

function wrong(what: string): AppError {
  return new AppError("user", what);
}

/** Leaves out who approved it when, because the audit entry says so. */
function rightsOf({ preset, requesterId }: ApprovedWorkflow) {
  return { preset, requesterId };
}
