import { randomBytes } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../../../lib/errors.ts";
import { hashText } from "../../../../lib/hash.ts";
import { foldName, oneLine, truncate } from "../../../../lib/text.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButtonAfter } from "../../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../../platform/blocks/date.ts";
import { escapeName, visible } from "../../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../../platform/blocks/reply.ts";
import { section } from "../../../../platform/blocks/text.ts";
import type { Asker } from "../../../../platform/context.ts";
import { type RedisClient, reachingRedis } from "../../../../platform/redis/connect.ts";
import { keys } from "../../../../platform/redis/keys.ts";
import { readRecord, readableRecords } from "../../../../platform/redis/record.ts";
import type { ServicesContext } from "../../context.ts";
import * as texts from "./texts.ts";

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
export function approvedWorkflows(redis: RedisClient, workspaceId: string) {
  const key = keys.approvedWorkflows(workspaceId);
  const read = (stored: string | null) =>
    stored === null ? undefined : readRecord(ApprovedWorkflow, stored, key);

  /** The approved workflows by name, without unreadable records. */
  async function list(): Promise<ApprovedWorkflow[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    return readableRecords(ApprovedWorkflow, stored).toSorted((a, b) => a.name.localeCompare(b.name));
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
  return new AppError("user", texts.tooManyWorkflows(maxWorkflows));
}

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
      throw wrong(texts.workflowSubcommand);
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

async function listed({ approvedWorkflows }: ServicesContext): Promise<Reply> {
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
  return commandButtonAfter(question, texts.withdraw, `admin approvals workflow withdraw ${name}`);
}

function read(words: string): { name: string; preset: string; requesterId: string } {
  const [, name = "", preset = "", requesterId = ""] =
    /^(.+?) preset (.+?) requester <@([UW][A-Z0-9]+)(?:\|[^>]*)?>$/i.exec(words) ?? [];
  if (name === "") throw wrong(texts.workflowParts);
  if (unquoted(name).length > longestName) throw wrong(texts.workflowNameTooLong(longestName));
  return { name: unquoted(name), preset: unquoted(preset), requesterId };
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
