import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { newSecret } from "../ids.ts";
import type { Workspace } from "../workspace.ts";
import { parseBody, unlessEmpty } from "./answer-body.ts";
import type { AppAnswer, Delivery, Transport } from "./delivery.ts";

const Acknowledgement = z.object({ envelope_id: z.string(), payload: z.unknown().optional() });

// Slack's clients give a connection up after 30 s without a ping; see serverPingTimeout in @slack/socket-mode.
const pingEveryMs = 10_000;
const ticketLifeMs = 60_000;
const goodbyeMs = 500;

/** The sockets of an app in Socket Mode. */
export interface SocketMode {
  /** Open connections; while there are any, requests go over them instead of HTTP. */
  readonly connections: number;
  /** A one-time address that the app connects to. */
  issueUrl(): string;
  /** Takes over a connection that wants to be a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  readonly send: Transport;
  close(): Promise<void>;
}

/** Accepts the app's sockets and sends each envelope over one of them. */
export function createSocketMode(workspace: Workspace, timeoutMs: number): SocketMode {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Map<string, number>();
  const waiting = new Map<string, (answer: AppAnswer) => void>();
  let turn = 0;

  server.on("connection", (socket) => {
    greet(socket, workspace, server.clients.size);
    socket.on("message", (data: Buffer) => {
      if (!acknowledge(data.toString(), waiting)) socket.close(1003, "not an acknowledgement");
    });
    const pings = setInterval(() => socket.ping(), pingEveryMs);
    socket.once("close", () => clearInterval(pings));
    // A broken socket closes right after; what was sent over it ends as a timeout.
    socket.on("error", () => socket.terminate());
  });

  return {
    get connections() {
      return openSockets(server).length;
    },
    issueUrl() {
      const ticket = newSecret(16);
      tickets.set(ticket, Date.now() + ticketLifeMs);
      return `${workspace.url.replace("http", "ws")}/link?ticket=${ticket}&app_id=${workspace.app.id}`;
    },
    upgrade(request, socket, head) {
      const ticket = new URL(request.url ?? "/", workspace.url).searchParams.get("ticket") ?? "";
      const expiresAt = tickets.get(ticket) ?? 0;
      tickets.delete(ticket);
      if (expiresAt < Date.now()) return void socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
      server.handleUpgrade(request, socket, head, (opened) => server.emit("connection", opened, request));
    },
    send(delivery) {
      const sockets = openSockets(server);
      const socket = sockets[turn++ % sockets.length];
      return socket ? sendEnvelope(socket, delivery, waiting, timeoutMs) : Promise.resolve(unreachable);
    },
    async close() {
      await Promise.all(Array.from(server.clients, sayGoodbye));
      server.close();
    },
  };
}

const unreachable: AppAnswer = { ok: false, status: null, reason: "connection_failed" };

function openSockets({ clients }: WebSocketServer): WebSocket[] {
  return [...clients].filter(({ readyState }) => readyState === WebSocket.OPEN);
}

/** Closes a socket as Slack does, and cuts it where the app does not answer the goodbye. */
async function sayGoodbye(socket: WebSocket): Promise<void> {
  const closed = once(socket, "close");
  const patience = setTimeout(() => socket.terminate(), goodbyeMs);
  socket.close(1000);
  await closed;
  clearTimeout(patience);
}

function greet(socket: WebSocket, { app }: Workspace, connections: number): void {
  const hello = {
    type: "hello",
    num_connections: connections,
    connection_info: { app_id: app.id },
    debug_info: { host: "sandbox", approximate_connection_time: 3600 },
  };
  socket.send(JSON.stringify(hello));
}

function sendEnvelope(
  socket: WebSocket,
  { type, payload, retry }: Delivery,
  waiting: Map<string, (answer: AppAnswer) => void>,
  timeoutMs: number,
): Promise<AppAnswer> {
  const id = randomUUID();
  const envelope = {
    envelope_id: id,
    type,
    accepts_response_payload: type !== "events_api",
    ...(retry && { retry_attempt: retry.number, retry_reason: retry.reason }),
    payload,
  };
  return new Promise((resolve) => {
    const settle = (answer: AppAnswer): void => {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(answer);
    };
    const timer = setTimeout(() => settle({ ok: false, status: null, reason: "http_timeout" }), timeoutMs);
    waiting.set(id, settle);
    socket.send(JSON.stringify(envelope));
  });
}

/** Settles the envelope that the message acknowledges; false where the message is nothing of the kind. */
function acknowledge(text: string, waiting: Map<string, (answer: AppAnswer) => void>): boolean {
  const message = parseBody(text, "application/json");
  const read = Acknowledgement.safeParse(message.value);
  if (!read.success) return false;
  const { envelope_id, payload } = read.data;
  waiting.get(envelope_id)?.({ ok: true, status: 200, body: unlessEmpty(payload) });
  return true;
}
