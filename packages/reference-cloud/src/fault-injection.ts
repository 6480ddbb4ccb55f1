import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, Next } from "hono";
import { gatewayPage, unservedPage } from "./answers.ts";
import type { Middleware, ServerEnv } from "./environment.ts";
import { failureBody } from "./failure-body.ts";
import type { PlainFault } from "./fault.ts";
import type { World } from "./world.ts";

type FaultOf<Kind extends PlainFault["kind"]> = Extract<PlainFault, { kind: Kind }>;

/** Applies a waiting fault to each request that it matches. */
export function injectFaults(world: World): Middleware {
  return async (context, next) => {
    const { operation } = context.get("received");
    const fault = world.faults.take({ method: context.req.method, path: context.req.path, operation });
    return fault === undefined ? next() : misbehave(fault, context, next);
  };
}

async function misbehave(
  fault: PlainFault,
  context: Context<ServerEnv>,
  next: Next,
): Promise<Response | void> {
  switch (fault.kind) {
    case "status":
      if (fault.when === "before") return answerStatus(fault, context);
      await next();
      answerInstead(context, answerStatus(fault, context));
      return;
    case "delay":
      return delay(fault, context, next);
    case "drop-before":
      return drop(context);
    case "drop-after":
      await next();
      answerInstead(context, drop(context));
      return;
    case "malformed":
      await next();
      answerInstead(context, await cutShort(fault, context));
      return;
    case "html":
      return htmlAnswer(fault.status, gatewayPage(fault.status));
    case "unserved":
      return htmlAnswer(404, unservedPage(context.req.method, context.req.path));
  }
}

// Hono would merge both into one response, which would no longer be marked as sent.
function answerInstead(context: Context<ServerEnv>, answer: Response): void {
  context.res = undefined;
  context.res = answer;
}

// The Fetch standard's "null body statuses": a response with one of them cannot have a body.
const bodilessStatuses = new Set([204, 205, 304]);

function answerStatus({ status, body, headers }: FaultOf<"status">, context: Context<ServerEnv>): Response {
  if (bodilessStatuses.has(status)) return new Response(null, { status, headers });
  const sent = body ?? failureBody(context.var, status, "Injected fault.");
  if (typeof sent !== "string") return Response.json(sent, { status, headers });
  return new Response(sent, { status, headers: { "content-type": "text/plain", ...headers } });
}

async function delay({ ms, when }: FaultOf<"delay">, context: Context<ServerEnv>, next: Next): Promise<void> {
  if (when === "after") await next();
  await Promise.race([wait(ms, undefined, { ref: false }), once(context.env.outgoing, "close")]);
  if (when === "before") await next();
}

function drop(context: Context<ServerEnv>): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

async function cutShort({ cut }: FaultOf<"malformed">, context: Context<ServerEnv>): Promise<Response> {
  const { res: whole, env } = context;
  const body = Buffer.from(await whole.arrayBuffer());
  const half = body.subarray(0, body.length / 2);
  const headers = Object.fromEntries(whole.headers);
  if (cut === "json") return new Response(half, { status: whole.status, headers });

  env.outgoing.writeHead(whole.status, { ...headers, "content-length": String(body.length) });
  env.outgoing.write(half, () => env.incoming.socket.destroy());
  await once(env.outgoing, "close");
  return RESPONSE_ALREADY_SENT;
}

function htmlAnswer(status: number, page: string): Response {
  return new Response(page, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}
