import {
  type AuthInfo,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  createMcpHandler,
} from "@modelcontextprotocol/server";
import type { Logger } from "pino";
import { extended } from "../../../lib/cache.ts";
import { within } from "../../../lib/clock.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import type { ProgramOutcome } from "../../../lib/metrics/mcp.ts";
import { outcomeOf } from "../../../lib/metrics/slack.ts";
import { appVersion } from "../../../lib/version.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import type { Entry } from "../../../platform/commands/entry.ts";
import type { Answer } from "../../../platform/commands/found.ts";
import { readOwn } from "../../../platform/commands/perform.ts";
import type { CommandReading } from "../../../platform/commands/read.ts";
import { asAppError } from "../../../platform/slack/failure.ts";
import type { McpContext } from "../context.ts";
import { propose, statusOf } from "../offers/propose.ts";
import { changesName, proposeName, statusName } from "../offers/shapes.ts";
import * as texts from "../texts.ts";
import { type ProgramCaller, recordRefused } from "./caller.ts";
import { argumentsIn, entriesFor, isForPrograms, listChanges, plainTextOf, toolsFor } from "./tools.ts";

// A read waits for a cloud, which has a time limit of its own.
const longestCallMs = 60_000;
// What a person may do can change at any time.
const listLivesMs = 60_000;

interface Parts {
  metrics: Pick<Metrics, "mcpCall" | "command">;
  log: Logger;
}

/** Answers a request of a known caller. */
export type AnswerCaller = (
  request: Request,
  body: unknown,
  caller: ProgramCaller,
) => Promise<{ response: Response; limited?: AppError | undefined }>;

/** One request of a caller. */
interface Exchange {
  caller: ProgramCaller;
  /** Set if the call was above a limit. The protocol has no answer for that, but HTTP has. */
  limited?: AppError;
}

/** The protocol: of 2026 without sessions, and of 2025 answered without sessions too. */
export function protocolServer(parts: Parts): AnswerCaller {
  const serving = { ...parts, count: countedUses(parts.log) };
  const exchanges = new WeakMap<AuthInfo, Exchange>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const exchange = authInfo && exchanges.get(authInfo);
      if (!exchange) throw new AppError("bug", "A request without its caller.");
      return serverFor(exchange, serving);
    },
    { onerror: ({ name }) => parts.log.info({ error: name }, "refused a request to /mcp") },
  );
  return async (request, body, caller) => {
    // The secret stays in the request's header.
    const authInfo: AuthInfo = { token: "", clientId: caller.token.id, scopes: [caller.token.access] };
    const exchange: Exchange = { caller };
    exchanges.set(authInfo, exchange);
    const response = await handler.fetch(withBothTypes(request), { authInfo, parsedBody: body });
    return { response: await asJson(response), limited: exchange.limited };
  };
}

/** The types that an answer can be sent for. Each answer is whole, so a client need not take streams. */
const takenTypes = new Set(["*/*", "application/*", "application/json", "text/event-stream"]);

/** The protocol of 2025 wants a client that takes both types. */
function withBothTypes({ url, method, headers: given, signal }: Request): Request {
  const accept = given.get("accept") ?? "*/*";
  const types = accept.split(",").map((each) => each.split(";")[0]?.trim().toLowerCase() ?? "");
  const headers = new Headers(given);
  if (types.some((type) => takenTypes.has(type)))
    headers.set("accept", "application/json, text/event-stream");
  return new Request(url, { method, headers, signal });
}

/** The protocol of 2025 answers with a stream. Nothing but the answer is ever in it. */
async function asJson(response: Response): Promise<Response> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
  const [, answer = ""] = /^data: ?(.+)$/m.exec(await response.text()) ?? [];
  const { status, headers } = response;
  headers.set("content-type", "application/json");
  return new Response(answer, { status, headers });
}

/** What a tool answers. */
interface ToolResult {
  [field: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

/** How a call ended. */
interface Called {
  result: ToolResult;
  outcome: ProgramOutcome;
  /** The command that it ran, for the metrics. */
  command?: string | undefined;
  /** Set if it was above a limit. */
  limited?: AppError;
}

/** Calls a tool. A failure is an answer in words, because a program shows it to its model. */
async function callTool(
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
    return {
      result: refusal(plainTextOf(messageOf(error, name, context))),
      outcome: outcomeOf(error),
      command,
      ...(isAboveLimit(error) && { limited: error }),
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
  const reading = readOwn(entry, argumentsIn(entry.args, given), context.catalogue.readCommand);
  if (reading) return reading;
  await recordRefused(token, texts.otherCommand, context, entry.name);
  throw new AppError("user", texts.otherCommand);
}

async function read(entry: Entry, reading: CommandReading, caller: ProgramCaller): Promise<ToolResult> {
  // A program gets data, so nothing is loaded to draw it.
  const pictures = { ...caller.context.pictures, prepare: () => {} };
  const context = extended(caller.context, { pictures });
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
function refusal(message: string): ToolResult {
  return { content: [{ type: "text", text: message }], isError: true };
}

const late: Called = { result: refusal(texts.tooLate), outcome: "failed" };

function serverFor(
  exchange: Exchange,
  { metrics, count }: Pick<Parts, "metrics"> & { count: ReturnType<typeof countedUses> },
): McpServer {
  const { caller } = exchange;
  const { context, token } = caller;
  const mcp = new McpServer(
    { name: "quartermaster", title: "Quartermaster", version: appVersion },
    {
      capabilities: { tools: {} },
      instructions: texts.instructions,
      cacheHints: { "tools/list": { ttlMs: listLivesMs, cacheScope: "private" } },
    },
  );
  mcp.server.setRequestHandler("tools/list", async () => ({
    tools: toolsFor(
      context.catalogue.entries,
      { role: await caller.role(), access: token.access },
      context.mcp,
    ),
  }));
  mcp.server.setRequestHandler("tools/call", async ({ params }) => {
    const { name } = params;
    const called = await within(longestCallMs, callTool(name, params.arguments, caller), "too late" as const);
    if (called === "unknown tool")
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, texts.unknownTool);
    const { result, outcome, command, limited } = called === "too late" ? late : called;
    if (limited) exchange.limited = limited;
    else metrics.mcpCall(outcome);
    if (command !== undefined) metrics.command(command, outcome === "proposed" ? "ok" : outcome);
    count(caller, name);
    return result;
  });
  return mcp;
}

// One write for many calls. A crash loses the counts of so much time.
const writtenEveryMs = 1_000;

/** Counts the calls of programs, and writes them to Redis in a batch. */
function countedUses(log: Logger): (caller: ProgramCaller, tool: string) => void {
  const pending = new Map<string, { caller: ProgramCaller; tool: string; count: number }>();
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    timer = undefined;
    const all = [...pending.values()];
    pending.clear();
    for (const { caller, tool, count } of all) {
      const { context, token } = caller;
      context.mcpTokens
        .used(token, tool, count, context.now())
        .catch((err: unknown) => log.info({ err }, "couldn't count the calls of a program"));
    }
  }

  return (caller, tool) => {
    const key = `${caller.context.workspaceId} ${caller.token.id} ${tool}`;
    const count = (pending.get(key)?.count ?? 0) + 1;
    pending.set(key, { caller, tool, count });
    timer ??= setTimeout(write, writtenEveryMs).unref();
  };
}
