import { Hono } from "hono";
import { remember } from "../activity.ts";
import type { JsonObject } from "../json.ts";
import { hasScope } from "../manifest.ts";
import { SlackRefusal } from "../refusal.ts";
import type { Sandbox } from "../sandbox.ts";
import type { Workspace } from "../workspace.ts";
import type { Method } from "./method.ts";
import { methods } from "./methods.ts";
import { readCall } from "./read-call.ts";

/** The Web API: `/<method>` by POST or GET. */
export function webApiRoutes(sandbox: Sandbox): Hono {
  const { workspace } = sandbox;
  return new Hono().on(["GET", "POST"], "/:method", async (context) => {
    const name = context.req.param("method");
    const at = workspace.now();
    const { input, answer, retryAfterMs } = await readCall(context.req).then(
      ({ input, token }) => ({ input, ...answerCall(sandbox, name, input, token) }),
      (error: unknown) => ({ input: {}, ...refused(error) }),
    );
    const status = retryAfterMs === undefined ? 200 : 429;
    remember(workspace, { kind: "call", at, method: name, arguments: input, status, answer });
    return context.json(answer, status, headers(workspace, retryAfterMs));
  });
}

interface Answered {
  answer: JsonObject;
  retryAfterMs?: number;
}

function answerCall(sandbox: Sandbox, name: string, input: JsonObject, token: string | undefined): Answered {
  try {
    const method = methods[name];
    if (!method) throw new SlackRefusal("unknown_method");
    requireToken(sandbox.workspace, method, token);
    requireScope(sandbox.workspace, method);
    noteAlive(sandbox.workspace);
    return { answer: { ok: true, ...method.run(input, sandbox) } };
  } catch (error) {
    return refused(error);
  }
}

/** What Slack refuses is an answer; anything else is a fault of the local Slack and goes up. */
function refused(error: unknown): Answered {
  if (!(error instanceof SlackRefusal)) throw error;
  return { answer: error.answer, retryAfterMs: error.retryAfterMs };
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
