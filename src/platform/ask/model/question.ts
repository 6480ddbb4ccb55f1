import type { Metrics } from "../../../lib/metrics.ts";
import type { ModelOutcome } from "../../../lib/metrics/model.ts";
import { truncate } from "../../../lib/text.ts";
import type { AuditEntry } from "../../audit/log.ts";
import type { Entry, EntryArguments } from "../../commands/entry.ts";
import { readOwn } from "../../commands/perform.ts";
import type { CommandReading, ReadCommandLine } from "../../commands/read.ts";
import type { WorkspaceContext } from "../../context.ts";
import { type RedisClient, reachingRedis } from "../../redis/connect.ts";
import { keys, ttlInSeconds } from "../../redis/keys.ts";
import type { RateLimits } from "../../redis/rate-limits.ts";
import type { AskModel, ModelFailure, ModelQuestion } from "./request.ts";
import { type Unclear, sendable } from "./sendable.ts";

/** What a model read in a sentence: one entry with a line that is its own. */
export interface ModelMeaning {
  entry: Entry;
  args: EntryArguments;
  reading: CommandReading;
}

/** A meaning. Or there is none: `is` says if asking again later may help. */
export type ModelResult = ModelMeaning | { is: "unread" | "busy" | "away" | "stopped" };

/** What a question needs of its workspace. */
type AskingContext = Pick<WorkspaceContext, "workspaceId" | "now" | "log"> & {
  access: Pick<WorkspaceContext["access"], "roleOf">;
  audit: Pick<WorkspaceContext["audit"], "record">;
};

/** Asks a model what a sentence means. It never fails, and takes little more than 8 s. */
export type ReadByModel = (
  unclear: Unclear,
  context: AskingContext,
  stopped?: AbortSignal,
) => Promise<ModelResult>;

/** What asking a model needs. */
export interface QuestionParts {
  ask: AskModel;
  /** The model's name, and its host. */
  model: string;
  host: string;
  entries: readonly Entry[];
  readCommand: ReadCommandLine;
  redis: RedisClient;
  rateLimits: RateLimits;
  metrics: Pick<Metrics, "modelQuestion">;
}

const longestAudited = 1_000;

// Details in the audit log. Plain text.

function chose(title: string): string {
  return `It chose “${title}”.`;
}

/** Why a model's answer was not used. */
const why: Readonly<Record<ModelFailure | "another command" | "confirmed", string>> = {
  "no call": "It chose nothing.",
  "several calls": "It made several calls, so I used none of them.",
  "unknown call": "It chose what this person may not use, or what isn't there.",
  "wrong arguments": "Its arguments were wrong.",
  "another command": "Its arguments tried to be another command.",
  confirmed: "It tried to confirm a change itself.",
  "not readable": "I couldn't read its answer.",
  "no answer": "It didn't answer in time.",
  stopped: "The person stopped it.",
};

/**
 * Makes the way to ask a model. It gets only what its asker may do and see. What is sent stands in the audit log before
 * it leaves. Its answer is one call with a line that this very call reads.
 */
export function modelQuestions({
  ask,
  model,
  host,
  entries,
  readCommand,
  ...parts
}: QuestionParts): ReadByModel {
  const { redis, rateLimits, metrics } = parts;

  return async (unclear, context, stopped) => {
    const [outcome, result] = await readBy(unclear, context, stopped);
    metrics.modelQuestion(outcome);
    return result;
  };

  async function readBy(
    unclear: Unclear,
    context: AskingContext,
    stopped?: AbortSignal,
  ): Promise<[ModelOutcome, ModelResult]> {
    const question = await sendable(unclear, entries, context);
    if (!question) return ["kept", { is: "unread" }];
    if (!(await takeTurn(unclear, context))) return ["kept", { is: "busy" }];
    try {
      if (!(await recordQuestion(question, unclear, context))) return ["kept", { is: "away" }];
      const answer = await ask(question, stopped);
      const read = "failure" in answer ? answer : meaningOf(answer, readCommand);
      await recordAnswer(read, unclear, context);
      return "failure" in read ? ends[read.failure] : ["read", read];
    } finally {
      await endTurn(unclear, context);
    }
  }

  /** A person has one question at a time, and not many in a minute. Without Redis, they have none. */
  async function takeTurn({ userId }: Unclear, { workspaceId, log }: AskingContext): Promise<boolean> {
    const key = keys.modelQuestion(workspaceId, userId);
    try {
      const set = await reachingRedis(() => redis.set(key, "", "EX", ttlInSeconds.modelQuestion, "NX"));
      if (set === null) return false;
    } catch (err) {
      log.info({ err }, "asked no model without Redis");
      return false;
    }
    try {
      await rateLimits.take({ workspaceId, userId }, "model");
      return true;
    } catch {
      await endTurn({ userId }, { workspaceId });
      return false;
    }
  }

  async function endTurn(
    { userId }: Pick<Unclear, "userId">,
    { workspaceId }: Pick<AskingContext, "workspaceId">,
  ): Promise<void> {
    // It ends by itself too.
    await redis.del(keys.modelQuestion(workspaceId, userId)).catch(() => undefined);
  }

  /** False if it couldn't be recorded. */
  async function recordQuestion(
    { sentence, entries: allowed, names }: ModelQuestion,
    unclear: Unclear,
    context: AskingContext,
  ): Promise<boolean> {
    const after = { host, sentence: truncate(sentence, longestAudited), commands: allowed.length, ...names };
    try {
      await context.audit.record(entryOf({ action: "model.ask", after, result: "done" }, unclear, context));
      return true;
    } catch (err) {
      context.log.warn({ err }, "asked no model, because the audit log couldn't be written");
      return false;
    }
  }

  async function recordAnswer(read: Read, unclear: Unclear, context: AskingContext): Promise<void> {
    const action = "model.answer";
    const outcome: Outcome =
      "failure" in read
        ? { action, result: "failed", detail: why[read.failure] }
        : {
            action,
            result: "done",
            detail: chose(read.entry.title),
            after: { command: read.entry.name },
          };
    try {
      await context.audit.record(entryOf(outcome, unclear, context));
    } catch (err) {
      context.log.warn({ err }, "couldn't record in the audit log how a model answered");
    }
  }

  function entryOf(
    outcome: Outcome,
    { userId, userName, channelId }: Unclear,
    { now }: AskingContext,
  ): AuditEntry {
    const who = { userId, ...(userName && { userName }), ...(channelId && { channelId }) };
    return { at: now().toISOString(), ...who, door: "ask", subject: model, ...outcome };
  }
}

type Outcome = Pick<AuditEntry, "action" | "result" | "detail" | "after">;

/** An answer of a model as it may be used, or why it may not. */
type Read = ModelMeaning | { failure: keyof typeof why };

const unusable: [ModelOutcome, ModelResult] = ["unread", { is: "unread" }];
const ends: Readonly<Record<keyof typeof why, [ModelOutcome, ModelResult]>> = {
  "no call": ["unread", { is: "unread" }],
  "several calls": unusable,
  "unknown call": unusable,
  "wrong arguments": unusable,
  "another command": unusable,
  confirmed: unusable,
  "not readable": unusable,
  "no answer": ["unanswered", { is: "away" }],
  stopped: ["unanswered", { is: "stopped" }],
};

/** The call as a line of the entry's own command. A model can't say yes in a person's place. */
function meaningOf(
  { entry, args }: Pick<ModelMeaning, "entry" | "args">,
  readCommand: ReadCommandLine,
): Read {
  let reading: CommandReading | undefined;
  try {
    reading = readOwn(entry, args, readCommand);
  } catch {
    return { failure: "wrong arguments" };
  }
  if (!reading) return { failure: "another command" };
  if (entry.effect !== "read" && /\syes$/i.test(reading.line)) return { failure: "confirmed" };
  return { entry, args, reading };
}
