import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { remember } from "../activity.ts";
import type { JsonObject } from "../json.ts";
import { hasScope } from "../manifest.ts";
import { SlackRefusal } from "../refusal.ts";
import type { Sandbox } from "../sandbox.ts";
import type { Workspace } from "../workspace.ts";
import type { Method } from "./method.ts";
import { methods } from "./methods.ts";
import { type Answered, misbehave } from "./misbehave.ts";
import { readCall } from "./read-call.ts";

interface Env {
  Bindings: HttpBindings;
}

/** The Web API: `/<method>` by POST or GET. */
export function webApiRoutes(sandbox: Sandbox): Hono<Env> {
  const { workspace } = sandbox;
  return new Hono<Env>().on(["GET", "POST"], "/:method", async (context) => {
    const method = context.req.param("method");
    const at = workspace.now();
    const { input, ...answered } = await readCall(context.req).then(
      async ({ input, token }) => ({
        input,
        ...(await answerOrFail(sandbox, context, { method, input, token })),
      }),
      (error: unknown) => ({ input: {}, ...refused(error) }),
    );
    const { status, answer } = answered;
    remember(workspace, { kind: "call", at, method, arguments: input, status, answer });
    workspace.calls.add({ at, method, status }, input, answer);
    return respond(context, answered, workspace);
  });
}

interface Call {
  method: string;
  input: JsonObject;
  token: string | undefined;
}

async function answerOrFail(sandbox: Sandbox, { env }: Context<Env>, call: Call): Promise<Answered> {
  const work = () => answerCall(sandbox, call);
  const fault = sandbox.workspace.faults.take(call.method, call.input);
  return fault ? misbehave(fault, env, work) : work();
}

function respond(
  { env }: Context<Env>,
  { status, answer, retryAfterMs }: Answered,
  workspace: Workspace,
): Response {
  if (status === null) {
    env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  const head = { status, headers: headers(workspace, retryAfterMs) };
  return typeof answer === "string" ? new Response(answer, head) : Response.json(answer, head);
}

function answerCall(sandbox: Sandbox, { method: name, input, token }: Call): Answered {
  try {
    const method = methods[name];
    if (!method) throw new SlackRefusal("unknown_method");
    requireToken(sandbox.workspace, method, token);
    requireScope(sandbox.workspace, method);
    noteAlive(sandbox.workspace);
    return { status: 200, answer: { ok: true, ...method.run(input, sandbox) } };
  } catch (error) {
    return refused(error);
  }
}

/** What Slack refuses is an answer; anything else is a fault of the local Slack and goes up. */
function refused(error: unknown): Answered {
  if (!(error instanceof SlackRefusal)) throw error;
  const { answer, retryAfterMs } = error;
  return { status: retryAfterMs === undefined ? 200 : 429, answer, retryAfterMs };
}

function requireToken(workspace: Workspace, method: Method, token: string | undefined): void {
  if (method.token === "none") return;
  if (token === undefined) throw new SlackRefusal("not_authed");
  if (method.token === "bot" && isOfRunningStep(workspace, token)) return;
  const { botToken, appToken } = workspace.credentials;
  if (token !== botToken && token !== appToken) throw new SlackRefusal("invalid_auth");
  if (token !== (method.token === "bot" ? botToken : appToken))
    throw new SlackRefusal("not_allowed_token_type");
}

/** The token that comes with a step's run is a bot's, for as long as the run has no outcome. */
function isOfRunningStep({ stepRuns }: Workspace, token: string): boolean {
  return [...stepRuns.values()].some((run) => run.token === token && !run.outcome);
}

function requireScope({ manifest }: Workspace, { scopes }: Method): void {
  if (scopes.length === 0 || hasScope(manifest, ...scopes)) return;
  const provided = manifest.scopes === "all" ? "" : manifest.scopes.join(",");
  throw new SlackRefusal("missing_scope", [], { needed: scopes.join(","), provided });
}

/** An app that calls is there, whatever the last request to it came to. */
function noteAlive(workspace: Workspace): void {
  if (workspace.connected) return;
  workspace.connected = true;
  workspace.changes.bump();
}

function headers({ manifest }: Workspace, retryAfterMs: number | undefined): Record<string, string> {
  return {
    ...(manifest.scopes !== "all" && { "x-oauth-scopes": manifest.scopes.join(",") }),
    ...(retryAfterMs !== undefined && { "retry-after": String(Math.ceil(retryAfterMs / 1000)) }),
  };
}
