import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { remember } from "../activity.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { grantedScopes, hasScope } from "../installation.ts";
import { SlackRefusal } from "../refusal.ts";
import type { Slack } from "../slack.ts";
import type { Workspace } from "../workspace.ts";
import type { Method } from "./method.ts";
import { methods } from "./methods.ts";
import { type Answered, misbehave } from "./misbehave.ts";
import { readCall } from "./read-call.ts";

interface Env {
  Bindings: HttpBindings;
}

/** The Web API: `/<method>` by POST or GET. */
export function webApiRoutes(slack: Slack): Hono<Env> {
  const { workspace } = slack;
  return new Hono<Env>().on(["GET", "POST"], "/:method", async (context) => {
    const method = context.req.param("method");
    const at = workspace.now();
    const { input, ...answered } = await readCall(context.req).then(
      async ({ input, token }) => ({
        input,
        ...(await answerOrFail(slack, context, { method, input, token })),
      }),
      (error: unknown) => ({ input: {}, ...refused(error) }),
    );
    const { status, answer } = answered;
    remember(workspace, { kind: "call", at, method, ...withoutSecrets(method, input, answer), status });
    workspace.calls.add({ at, method, status }, input, answer);
    return respond(context, answered, workspace);
  });
}

interface Call {
  method: string;
  input: JsonObject;
  token: string | undefined;
}

async function answerOrFail(slack: Slack, { env }: Context<Env>, call: Call): Promise<Answered> {
  const work = () => answerCall(slack, call);
  const fault = slack.workspace.faults.take(call.method, call.input);
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

function answerCall(slack: Slack, { method: name, input, token }: Call): Answered {
  try {
    const method = methods[name];
    if (!method) throw new SlackRefusal("unknown_method");
    requireToken(slack.workspace, method, token);
    requireScope(slack.workspace, method);
    noteAlive(slack.workspace);
    return { status: 200, answer: { ok: true, ...method.run(input, slack) } };
  } catch (error) {
    return refused(error);
  }
}

/** Slack's refusals are responses. Anything else is a bug of the local Slack and is thrown. */
function refused(error: unknown): Answered {
  if (!(error instanceof SlackRefusal)) throw error;
  const { answer, retryAfterMs } = error;
  return { status: retryAfterMs === undefined ? 200 : 429, answer, retryAfterMs };
}

function requireToken(workspace: Workspace, method: Method, token: string | undefined): void {
  if (method.token === "none") return;
  if (token === undefined) throw new SlackRefusal("not_authed");
  if (method.token === "bot" && isOfRunningStep(workspace, token)) return;
  const { appToken } = workspace.credentials;
  const botToken = workspace.installation?.botToken;
  const former = workspace.formerTokens.get(token);
  if (former) throw new SlackRefusal(former);
  if (token !== botToken && token !== appToken) throw new SlackRefusal("invalid_auth");
  if (token !== (method.token === "bot" ? botToken : appToken))
    throw new SlackRefusal("not_allowed_token_type");
}

/** The token of a step's run is a bot token until the run has an outcome. */
function isOfRunningStep({ stepRuns }: Workspace, token: string): boolean {
  return [...stepRuns.values()].some((run) => run.token === token && !run.outcome);
}

function requireScope(workspace: Workspace, { scopes }: Method): void {
  if (scopes.length === 0 || hasScope(workspace, ...scopes)) return;
  const granted = grantedScopes(workspace);
  const provided = granted === "all" ? "" : granted.join(",");
  throw new SlackRefusal("missing_scope", [], { needed: scopes.join(","), provided });
}

/** The log has no token. A client's secret and a code lead to one, and the response is one. */
function withoutSecrets(
  method: string,
  input: JsonObject,
  answer: unknown,
): { arguments: JsonObject; answer: unknown } {
  const { client_secret: _secret, code: _code, ...args } = input;
  const isToken = method === "oauth.v2.access" && isJsonObject(answer);
  return { arguments: args, answer: isToken ? { ...answer, access_token: undefined } : answer };
}

/** A calling app is alive, whatever the outcome of the last request to it. */
function noteAlive(workspace: Workspace): void {
  if (workspace.connected) return;
  workspace.connected = true;
  workspace.changes.bump();
}

function headers(workspace: Workspace, retryAfterMs: number | undefined): Record<string, string> {
  const granted = grantedScopes(workspace);
  return {
    ...(granted !== "all" && { "x-oauth-scopes": granted.join(",") }),
    ...(retryAfterMs !== undefined && { "retry-after": String(Math.ceil(retryAfterMs / 1000)) }),
  };
}
