import { layered } from "../../../lib/lazy.ts";
import { z } from "zod";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { ProgramOutcome } from "../../../lib/metrics/mcp.ts";
import { outcomeOf } from "../../../lib/metrics/slack.ts";
import type { Answer } from "../../../platform/commands/found.ts";
import { readOwn } from "../../../platform/commands/catalogue.ts";
import type { CommandReading } from "../../../platform/commands/read.ts";
import type { Entry } from "../../../platform/commands/entry.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { asAppError } from "../../../platform/slack/failure.ts";
import type { McpContext } from "../context.ts";
import { propose } from "../offers/propose.ts";
import { statusOf } from "../offers/status.ts";
import { changesName, proposeName, statusName } from "../offers/shapes.ts";
import * as texts from "../texts.ts";
import { wrongArguments } from "./arguments.ts";
import { type ProgramCaller, recordRefused } from "./caller.ts";
import { plainTextOf } from "./plain.ts";
import { entriesFor, isForPrograms, listChanges } from "./tools.ts";

/** What a tool answers. */
export interface ToolResult {
  [field: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

/** How a call ended. */
export interface Called {
  result: ToolResult;
  outcome: ProgramOutcome;
  /** The command that it ran, for the metrics. */
  command?: string | undefined;
  /** Set if it was above a limit. */
  limited?: AppError;
}

/** Calls a tool. A failure is an answer in words, because a program shows it to its model. */
export async function callTool(
  name: string,
  given: unknown,
  caller: ProgramCaller,
): Promise<Called | "unknown tool"> {
  const { context } = caller;
  const entry = context.catalogue.entries.find((each) => each.name === name && isForPrograms(each));
  let command: string | undefined;
  try {
    if (name === statusName) return done(await statusOf(given, caller), "ok");
    if (name === changesName) return done(await changesFor(given, caller), "ok");
    if (name === proposeName) return done(await propose(given, caller), "proposed");
    if (!entry?.isTool || entry.shares) return "unknown tool";
    if (entry.effect !== "read")
      return done(await propose({ command: name, arguments: given }, caller), "proposed");
    const reading = await readingOf(entry, given, caller);
    command = reading.name;
    return { result: await read(entry, reading, caller), outcome: "ok", command };
  } catch (error) {
    const failure = error instanceof z.ZodError ? wrongArguments(error) : error;
    return {
      result: refusal(plainTextOf(messageOf(failure, name, context))),
      outcome: outcomeOf(failure),
      command,
      ...(isAboveLimit(failure) && { limited: failure }),
    };
  }
}

async function changesFor(given: unknown, { context, token, role }: ProgramCaller) {
  const person = { role: await role(), access: token.access };
  return listChanges(given, entriesFor(context.catalogue.entries, person, context.mcp).changes);
}

/** What a program learns of a failure. The log has no words about its arguments, which may hold anything. */
function messageOf(failure: unknown, tool: string, context: McpContext): string {
  if (!isAppError(failure, "user", "missing", "forbidden", "conflict", "limited"))
    return asAppError(failure, context).message;
  context.log.info({ tool, kind: failure.kind }, "refused a program");
  return failure.message;
}

/** True if the person made too many requests. A cloud has limits too, and its failures name the operation. */
function isAboveLimit(failure: unknown): failure is AppError {
  return (
    isAppError(failure, "limited") && failure.retryAfterMs !== undefined && failure.operation === undefined
  );
}

function done(structured: Record<string, unknown>, outcome: ProgramOutcome): Called {
  return { result: structuredResult(structured), outcome };
}

async function readingOf(entry: Entry, given: unknown, { context, token }: ProgramCaller) {
  const reading = readOwn(entry, entry.args.parse(given ?? {}), context.catalogue.readCommand);
  if (reading) return reading;
  await recordRefused(token, texts.otherCommand, context, entry.name);
  throw new AppError("user", texts.otherCommand);
}

async function read(entry: Entry, reading: CommandReading, caller: ProgramCaller): Promise<ToolResult> {
  // A program gets data, so nothing is loaded to draw it.
  const pictures = { ...caller.context.pictures, prepare: () => {} };
  const context = layered(caller.context, { pictures });
  const invocation = { asker: askerOf(caller), kind: "usual", door: "mcp", mayConfirm: false } as const;
  return resultOf(entry, await context.catalogue.perform(reading, invocation, context));
}

/** A program is in no channel, so only a person's own roles count. */
function askerOf({ token: { userId, userName }, context }: ProgramCaller): Asker {
  return { workspaceId: context.workspaceId, userId, ...(userName !== undefined && { userName }) };
}

async function resultOf({ result }: Entry, answer: Answer): Promise<ToolResult> {
  if ("draw" in answer) {
    const data = { ...(await answer.data()) };
    return structuredResult(result ? result.parse(data) : data);
  }
  if (!("blocks" in answer)) return refusal(texts.onlyInSlack);
  const content: ToolResult["content"] = [{ type: "text", text: plainTextOf(answer.text) }];
  // A tool that promises data may say instead why there is none.
  return result ? { content, isError: true } : { content };
}

/** Data, and the same as JSON for clients that show only texts. */
function structuredResult(structuredContent: Record<string, unknown>): ToolResult {
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}

/** An answer that says why nothing was done. */
export function refusal(message: string): ToolResult {
  return { content: [{ type: "text", text: message }], isError: true };
}
