import type { Logger } from "pino";
import type { Metrics } from "../../../lib/metrics.ts";
import { type AppError, isAppError } from "../../../lib/errors.ts";
import type { ContextOf } from "../../../platform/context.ts";
import { type BodyQuota, bodyQuota } from "../../../platform/http/read-body.ts";
import type { RateLimits } from "../../../platform/redis/rate-limits.ts";
import { asAppError } from "../../../platform/slack/failure.ts";
import type { McpContext } from "../context.ts";
import * as texts from "../texts.ts";
import { type ProgramCaller, callerOf } from "./caller.ts";
import type { AnswerCaller } from "./server.ts";

// Arguments are names and short texts.
const largestBodyBytes = 256 * 1024;
const discardedBytes = 4 * 1024 * 1024;
// All requests together, and those of one token at once.
const bodiesMostBytes = 16 * 1024 * 1024;
const mostAtOnce = 8;

/** What the route needs. */
export interface RouteNeeds {
  contextOf: ContextOf<McpContext>;
  publicUrl: string;
  rateLimits: RateLimits;
  inFlight: { track<T>(work: () => Promise<T>): Promise<T> };
  metrics: Pick<Metrics, "mcpCall" | "command">;
  log: Logger;
}

/** Why a request was refused before any tool was called, for the log. */
type EarlyRefusal = "host" | "origin" | "method" | "token" | "person" | "limited" | "body" | "failed";

/** Answers requests to `/mcp`. The protocol's code loads with the first request that has a valid token. */
export function mcpRoute(needs: RouteNeeds): (request: Request) => Promise<Response> {
  const { contextOf, publicUrl, rateLimits, inFlight, metrics, log } = needs;
  const hosts = hostsOf(publicUrl);
  const quota = bodyQuota(bodiesMostBytes);
  const running = new Map<string, number>();
  let answering: Promise<AnswerCaller> | undefined;

  const refuse = (
    why: EarlyRefusal,
    status: number,
    message: string,
    headers: Record<string, string> = {},
  ) => {
    metrics.mcpCall(why === "failed" ? "failed" : "refused");
    log.info({ why, status }, "refused a request to /mcp");
    return rpcError(status, message, headers);
  };

  async function answer(request: Request): Promise<Response> {
    const { headers, method } = request;
    if (!hosts.has(hostnameOf(`http://${headers.get("host") ?? ""}`)))
      return refuse("host", 403, texts.wrongHost);
    const origin = headers.get("origin");
    if (origin !== null && !hosts.has(hostnameOf(origin))) return refuse("origin", 403, texts.wrongOrigin);
    if (method !== "POST") return refuse("method", 405, texts.onlyPost, { allow: "POST" });
    const caller = await callerOf(headers.get("authorization"), contextOf);
    if (!caller)
      return refuse("token", 401, texts.noToken, { "www-authenticate": 'Bearer realm="quartermaster"' });
    if (caller === "gone") return refuse("person", 403, texts.personLeft);
    const { token } = caller;
    if ((running.get(token.id) ?? 0) >= mostAtOnce)
      return refuse("limited", 429, texts.tooManyAtOnce, { "retry-after": "1" });
    return counted(token.id, () => answerCaller(request, caller));
  }

  async function answerCaller(request: Request, caller: ProgramCaller): Promise<Response> {
    // Every request counts, whatever is in it. A command that it calls counts as one too.
    const { workspaceId } = caller.context;
    await rateLimits.take({ workspaceId, userId: caller.token.userId }, "quick");
    const body = await readText(request, quota);
    if (body === "too large") return refuse("body", 413, texts.tooLarge);
    if (body === "busy") return refuse("limited", 429, texts.busy, { "retry-after": "1" });
    const message = jsonOf(body.text);
    if (message === undefined || Array.isArray(message)) return refuse("body", 400, texts.oneMessage);
    const method = methodOf(message);
    // Nothing changes that a client could wait for.
    if (method === "subscriptions/listen") return refuse("method", 404, texts.noSubscriptions);
    answering ??= import("./server.ts").then(({ protocolServer }) => protocolServer({ metrics, log }));
    const { response, limited } = await (await answering)(request, message, caller);
    if (limited) throw limited;
    return response;
  }

  async function counted<T>(id: string, work: () => Promise<T>): Promise<T> {
    running.set(id, (running.get(id) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(id) ?? 1) - 1;
      if (left > 0) running.set(id, left);
      else running.delete(id);
    }
  }

  return (request) =>
    inFlight.track(async () => {
      try {
        return await answer(request);
      } catch (error) {
        if (isAppError(error, "limited")) {
          const seconds = Math.ceil((error.retryAfterMs ?? 1_000) / 1_000);
          return refuse("limited", 429, error.message, { "retry-after": String(seconds) });
        }
        const { kind, message } = failureOf(error);
        return refuse("failed", kind === "bug" ? 500 : 503, message);
      }
    });

  function failureOf(error: unknown): AppError {
    const tracing = { failed: () => {} };
    return asAppError(error, { log, newId: () => crypto.randomUUID(), tracing });
  }
}

/** The names under which this app is asked. A local one has several. */
function hostsOf(publicUrl: string): ReadonlySet<string> {
  const own = hostnameOf(publicUrl);
  const local = ["localhost", "127.0.0.1", "[::1]"];
  return new Set(local.includes(own) ? local : [own]);
}

function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : "";
}

/** Reads a body within the limits. Discards a larger one, up to a point, so its client sees the answer. */
async function readText(
  request: Request,
  quota: BodyQuota,
): Promise<{ text: string } | "too large" | "busy"> {
  const announced = Number(request.headers.get("content-length") ?? Number.NaN);
  return announced <= largestBodyBytes
    ? readAnnounced(request, announced, quota)
    : readChunks(request, quota);
}

/** Reads a body of a known size. Node reads no more of it. */
async function readAnnounced(
  request: Request,
  bytes: number,
  quota: BodyQuota,
): Promise<{ text: string } | "busy"> {
  if (!quota.take(bytes)) return "busy";
  try {
    return { text: await request.text() };
  } finally {
    quota.giveBack(bytes);
  }
}

async function readChunks(
  { body }: Request,
  quota: BodyQuota,
): Promise<{ text: string } | "too large" | "busy"> {
  const chunks: Uint8Array[] = [];
  let [sizeBytes, takenBytes] = [0, 0];
  let refused: "too large" | "busy" | undefined;
  try {
    for await (const chunk of body ?? []) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > discardedBytes) break;
      if (sizeBytes > largestBodyBytes) refused ??= "too large";
      else if (!quota.take(chunk.byteLength)) refused ??= "busy";
      else {
        takenBytes += chunk.byteLength;
        chunks.push(chunk);
      }
      if (refused) chunks.length = 0;
    }
  } finally {
    quota.giveBack(takenBytes);
  }
  return refused ?? { text: Buffer.concat(chunks).toString("utf8") };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function methodOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "method" in message ? message.method : undefined;
}

/** A refusal as JSON-RPC has it. */
function rpcError(status: number, message: string, headers: Record<string, string>): Response {
  return Response.json(
    { jsonrpc: "2.0", error: { code: -32_000, message }, id: null },
    { status, headers: { "cache-control": "no-store", ...headers } },
  );
}
