import type { Metrics } from "../../../lib/metrics.ts";
import type { ModelOutcome } from "../../../lib/metrics/model.ts";
import { truncate } from "../../../lib/text.ts";
import type { AuditEntry } from "../../audit/log.ts";
import type { Entry } from "../../commands/entry.ts";
import { readOwn } from "../../commands/perform.ts";
import type { CommandReading, ReadCommandLine } from "../../commands/read.ts";
import type { WorkspaceContext } from "../../context.ts";
import { type RedisClient, reachingRedis } from "../../redis/connect.ts";
import { keys, ttlInSeconds } from "../../redis/keys.ts";
import type { RateLimits } from "../../redis/rate-limits.ts";
import { type AskModel, type ModelFailure, type ModelReading, failures } from "./request.ts";
import { type Unclear, sendable } from "./sendable.ts";

/** What a model read in a sentence: one entry with a line that is its own. */
type ModelMeaning = ModelReading & { reading: CommandReading };

/** A meaning. Or there is none: `is` says if asking again later may help. */
type ModelResult = ModelMeaning | { is: "unread" | "busy" | "away" | "stopped" };

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
interface QuestionParts {
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

/** An answer of a model as it may be used, or why it may not. */
type Read = ModelMeaning | { failure: ModelFailure };

/** The failures after which asking again may help, or that the person chose. */
const unanswered: Partial<Record<ModelFailure, "away" | "stopped">> = {
  "no answer": "away",
  stopped: "stopped",
};

/**
 * Makes the way to ask a model. It gets only what its asker may do and see. What is sent stands in the audit log before
 * it leaves. Its answer is one call with a line that this very call reads.
 */
export function modelQuestions(parts: QuestionParts): ReadByModel {
  const { ask, model, host, entries, readCommand, redis, rateLimits, metrics } = parts;

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
    const endTurn = await takeTurn(unclear, context);
    if (!endTurn) return ["kept", { is: "busy" }];
    try {
      const { sentence, entries: allowed, names } = question;
      const after = {
        host,
        sentence: truncate(sentence, longestAudited),
        commands: allowed.length,
        ...names,
      };
      if (!(await record({ action: "model.ask", after, result: "done" }, unclear, context)))
        return ["kept", { is: "away" }];
      const answer = await ask(question, stopped);
      const read = "failure" in answer ? answer : meaningOf(answer, readCommand);
      await record({ action: "model.answer", ...outcomeOf(read) }, unclear, context);
      if (!("failure" in read)) return ["read", read];
      const is = unanswered[read.failure];
      return is ? ["unanswered", { is }] : ["unread", { is: "unread" }];
    } finally {
      await endTurn();
    }
  }

  /** A person has one question at a time, and not many in a minute. Without Redis, they have none. */
  async function takeTurn({ userId }: Unclear, { workspaceId, log }: AskingContext) {
    const key = keys.modelQuestion(workspaceId, userId);
    // It ends by itself too.
    const endTurn = () => redis.del(key).catch(() => undefined);
    try {
      const set = await reachingRedis(() => redis.set(key, "", "EX", ttlInSeconds.modelQuestion, "NX"));
      if (set === null) return undefined;
    } catch (err) {
      log.info({ err }, "asked no model without Redis");
      return undefined;
    }
    try {
      await rateLimits.take({ workspaceId, userId }, "model");
      return endTurn;
    } catch {
      await endTurn();
      return undefined;
    }
  }

  /** False if it couldn't be recorded. */
  async function record(
    outcome: Outcome,
    { userId, userName, channelId }: Unclear,
    { audit, now, log }: AskingContext,
  ): Promise<boolean> {
    const who = { userId, ...(userName && { userName }), ...(channelId && { channelId }) };
    try {
      await audit.record({ at: now().toISOString(), ...who, door: "ask", subject: model, ...outcome });
      return true;
    } catch (err) {
      log.warn({ err }, `couldn't record ${outcome.action} in the audit log`);
      return false;
    }
  }
}

type Outcome = Pick<AuditEntry, "action" | "result" | "detail" | "after">;

/** How a model answered, for the audit log. */
function outcomeOf(read: Read): Omit<Outcome, "action"> {
  if ("failure" in read) return { result: "failed", detail: failures[read.failure] };
  const { name, title } = read.entry;
  return { result: "done", detail: `It chose “${title}”.`, after: { command: name } };
}

/** The call as a line of the entry's own command. A model can't say yes in a person's place. */
function meaningOf({ entry, args }: ModelReading, readCommand: ReadCommandLine): Read {
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
