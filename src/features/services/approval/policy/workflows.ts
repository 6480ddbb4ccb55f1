import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { z } from "zod";
import { AppError } from "../../../../lib/errors.ts";
import { hashText } from "../../../../lib/hash.ts";
import { foldName, oneLine, truncate } from "../../../../lib/text.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButtonAfter } from "../../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../../platform/blocks/date.ts";
import { code, escapeName, visible } from "../../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../../platform/blocks/reply.ts";
import { section } from "../../../../platform/blocks/text.ts";
import type { Asker } from "../../../../platform/context.ts";
import { reachingRedis } from "../../../../platform/redis/connect.ts";
import { keys } from "../../../../platform/redis/keys.ts";
import { readRecord, tryRecord } from "../../../../platform/redis/record.ts";
import type { ServicesContext } from "../../context.ts";

/** A workflow that an admin approved: its step creates from this preset for this requester without asking them. */
const ApprovedWorkflow = z.object({
  name: z.string(),
  preset: z.string(),
  /** Distinguishes the approved preset from a later one of the same name. */
  presetSavedAt: z.iso.datetime(),
  requesterId: z.string(),
  /** The hash of the key that the step gives, because Slack does not say which workflow runs a step. */
  keyHash: z.string(),
  approvedBy: z.string(),
  approvedAt: z.iso.datetime(),
});
export type ApprovedWorkflow = z.output<typeof ApprovedWorkflow>;

const maxWorkflows = 50;

/** The approved workflows of one workspace in Redis: a hash from folded name to record. */
export function approvedWorkflows(redis: Redis, workspaceId: string) {
  const key = keys.approvedWorkflows(workspaceId);
  const read = (stored: string | null) =>
    stored === null ? undefined : readRecord(ApprovedWorkflow, stored, key);

  /** The approved workflows by name, without unreadable records. */
  async function list(): Promise<ApprovedWorkflow[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    return stored
      .flatMap((record) => tryRecord(ApprovedWorkflow, record) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name));
  }

  return {
    list,
    /** The workflow that a key belongs to. */
    async withKey(given: string): Promise<ApprovedWorkflow | undefined> {
      const hash = hashText(given);
      return (await list()).find(({ keyHash }) => keyHash === hash);
    },
    /** Replaces the workflow of that name and returns the replaced one. Fails as user if there are too many. */
    async approve(workflow: ApprovedWorkflow): Promise<ApprovedWorkflow | undefined> {
      const field = foldName(workflow.name);
      const before = read(await reachingRedis(() => redis.hget(key, field)));
      if (!before && (await reachingRedis(() => redis.hlen(key))) >= maxWorkflows) throw tooMany();
      await reachingRedis(() => redis.hset(key, field, JSON.stringify(workflow)));
      return before;
    },
    /** Withdraws a workflow and returns it; undefined if there is none. */
    async withdraw(name: string): Promise<ApprovedWorkflow | undefined> {
      const before = read(await reachingRedis(() => redis.hget(key, foldName(name))));
      if (before) await reachingRedis(() => redis.hdel(key, foldName(name)));
      return before;
    },
  };
}

function tooMany(): AppError {
  return new AppError(
    "user",
    `There are ${maxWorkflows} approved workflows already. Withdraw one first: \`/db approvals workflow\` lists them.`,
  );
}

const example = "/db approvals workflow approve nightly staging preset small staging requester @ada";

const longestName = 60;

/** Approves a workflow to create without asking its requester, withdraws that, or lists the approved ones. */
export async function approvalsOfWorkflows(
  words: string,
  context: ServicesContext,
  asker: Asker,
): Promise<Reply> {
  const [, subcommand = "", rest = ""] = /^(\S*)\s*(.*)$/.exec(oneLine(words)) ?? [];
  switch (subcommand.toLowerCase()) {
    case "":
      return listed(context);
    case "approve":
      return approve(rest, context, asker);
    case "withdraw":
      return withdraw(rest, context);
    default:
      throw wrong(`After \`approvals workflow\` comes nothing, \`approve\` or \`withdraw\`.`);
  }
}

async function approve(words: string, context: ServicesContext, asker: Asker): Promise<Reply> {
  const { name, preset: wanted, requesterId } = read(words);
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
  const renewed = before ? " Its earlier key is not valid any more." : "";
  return say(
    [
      `The workflow *${escapeName(name)}* is approved: it creates from the preset *${escapeName(preset.name)}* for <@${requesterId}> without asking them.${renewed} It may do no more than an operator, and the requester's own role and limits count too.`,
      `Put this key into the field _Approval key_ of the workflow's step; it is shown this once: ${code(key)}`,
      `Whoever can edit the workflow can read the key. ${code(`/db approvals workflow withdraw ${name}`)} ends this.`,
    ].join("\n"),
  );
}

async function withdraw(name: string, context: ServicesContext): Promise<Reply> {
  const before = await context.audit.change(
    { action: "workflow.withdraw" },
    () => context.approvedWorkflows.withdraw(name),
    (withdrawn) => withdrawn && { subject: withdrawn.name, before: rightsOf(withdrawn) },
  );
  if (!before) {
    throw new AppError(
      "user",
      `There is no approved workflow “${truncate(name, longestName)}”. ${code("/db approvals workflow")} lists them.`,
    );
  }
  return say(
    `The workflow *${escapeName(before.name)}* asks its requester again, as of now. Its key is not valid any more.`,
  );
}

async function listed({ approvedWorkflows }: ServicesContext): Promise<Reply> {
  const all = await approvedWorkflows.list();
  if (all.length === 0)
    return say(`No workflow is approved: each asks its requester. To approve one: ${code(example)}`);
  const title = "*These workflows create services without asking their requester:*";
  return reply(title, [
    section(title),
    // A message holds at most 50 blocks, and each workflow takes two.
    ...all
      .slice(0, 20)
      .flatMap((workflow) => [section(lineOf(workflow)), actions([withdrawButton(workflow)])]),
    ...(all.length > 20 ? [section(`And ${all.length - 20} more: withdraw some to see them.`)] : []),
  ]);
}

function lineOf({ name, preset, requesterId, approvedBy, approvedAt }: ApprovedWorkflow): string {
  return `*${escapeName(name)}* creates from the preset *${escapeName(preset)}* for <@${requesterId}>; approved by <@${approvedBy}>, ${slackDate(new Date(approvedAt))}.`;
}

function withdrawButton({ name }: ApprovedWorkflow) {
  const question = {
    title: "Withdraw this approval?",
    text: `“${visible(name)}” asks its requester from then on, and its key is not valid any more.`,
    yes: "Withdraw",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Withdraw", `approvals workflow withdraw ${name}`);
}

function read(words: string): { name: string; preset: string; requesterId: string } {
  const [, name = "", preset = "", requesterId = ""] =
    /^(.+?) preset (.+?) requester <@([UW][A-Z0-9]+)(?:\|[^>]*)?>$/i.exec(words) ?? [];
  if (name === "") throw wrong("Say the workflow's name, its preset and its requester.");
  if (unquoted(name).length > longestName)
    throw wrong(`A workflow's name has at most ${longestName} characters.`);
  return { name: unquoted(name), preset: unquoted(preset), requesterId };
}

/** Removes quotation marks, which Slack's clients write in several styles. */
function unquoted(text: string): string {
  return text.replace(/^["“”„](.+)["“”„]$/, "$1");
}

function wrong(what: string): AppError {
  return new AppError("user", `${what} For example: ${code(example)}.`);
}

/** Leaves out who approved it when, because the audit entry says so. */
function rightsOf({ preset, requesterId }: ApprovedWorkflow) {
  return { preset, requesterId };
}
