import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";
import { freePort } from "../src/demo/redis.ts";
import { benchWorkspaceId } from "./signed-command.ts";

/** A modal on its way to a person. */
export interface OpenedModal {
  triggerId: string;
  /** The view as JSON. */
  view: string;
  /** The call's arrival by this process's clock. */
  arrivedAtMs: number;
}

/** The facts of every person, because the app asks for their roles. */
const user = { id: "U0BENCH", name: "bench", team_id: benchWorkspaceId, is_admin: true };

/** The channel of every message. */
const message = { channel: "C0BENCH", ts: "1795000000.000100" };

/**
 * The part of Slack's Web API that a modal or a message needs. Every call succeeds, everyone is an admin, and each
 * views.open is reported. Returns its address.
 */
export async function startSlackApi(onOpen: (modal: OpenedModal) => void): Promise<string> {
  const port = await freePort();
  const server = createServer((request, response) => void answer(request, response, onOpen));
  server.listen(port, "127.0.0.1");
  // The server must not keep the process alive.
  server.unref();
  await once(server, "listening");
  return `http://127.0.0.1:${port}/api/`;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  onOpen: (modal: OpenedModal) => void,
): Promise<void> {
  const arrivedAtMs = performance.now();
  const body = await textOf(request);
  response.writeHead(200, { "content-type": "application/json" });
  const view = { id: "V0BENCH", hash: "1.bench" };
  // The app takes requests only from the workspace of its token.
  response.end(JSON.stringify({ ok: true, team_id: benchWorkspaceId, view, user, ...message }));
  if (request.url?.endsWith("/views.open")) onOpen({ ...openedBy(body), arrivedAtMs });
}

const Opening = z.object({ trigger_id: z.string(), view: z.unknown() });

/** The app sends JSON, and web-api's client a form. */
function openedBy(body: string): Omit<OpenedModal, "arrivedAtMs"> {
  const { trigger_id, view } = Opening.parse(
    body.startsWith("{") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)),
  );
  return { triggerId: trigger_id, view: typeof view === "string" ? view : JSON.stringify(view) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: string[] = [];
  request.setEncoding("utf8");
  for await (const chunk of request) chunks.push(String(chunk));
  return chunks.join("");
}
