import {
  type AuthInfo,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  createMcpHandler,
} from "@modelcontextprotocol/server";
import type { Logger } from "pino";
import type { Metrics } from "../../../lib/metrics.ts";
import { AppError } from "../../../lib/errors.ts";
import { within } from "../../../lib/clock.ts";
import { appVersion } from "../../../lib/version.ts";
import * as texts from "../texts.ts";
import type { ProgramCaller } from "./caller.ts";
import { countedUses } from "./uses.ts";
import { type Called, callTool, refusal } from "./call.ts";
import { toolsFor } from "./tools.ts";

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
