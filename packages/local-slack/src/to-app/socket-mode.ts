import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import type { Workspace } from "../workspace.ts";
import type { AppAnswer, Transport } from "./delivery.ts";
import { createEnvelopes } from "./envelopes.ts";
import { createTickets } from "./tickets.ts";

// Slack's clients give a connection up after 30 s without a ping; see serverPingTimeout in @slack/socket-mode.
const pingEveryMs = 10_000;
const goodbyeMs = 500;

/** The sockets of an app in Socket Mode. */
export interface SocketMode {
  /** Open connections; while there are any, requests go over them instead of HTTP. */
  readonly connections: number;
  /** A one-time address that the app connects to. */
  issueUrl(): string;
  /** Takes over a connection that upgrades to a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  readonly send: Transport;
  close(): Promise<void>;
}

/** Accepts the app's sockets, and sends the envelopes over them in rotation. */
export function createSocketMode(workspace: Workspace, timeoutMs: number): SocketMode {
  const server = new WebSocketServer({ noServer: true });
  const tickets = createTickets(workspace.now);
  const envelopes = createEnvelopes(timeoutMs);
  let turn = 0;

  server.on("connection", (socket) => {
    greet(socket, workspace, server.clients.size);
    keepAlive(socket);
    socket.on("message", (data: Buffer) => {
      if (!envelopes.acknowledge(data.toString())) socket.close(1003, "not an acknowledgement");
    });
  });

  return {
    get connections() {
      return openSockets(server).length;
    },
    issueUrl: () =>
      `${workspace.url.replace("http", "ws")}/link?ticket=${tickets.issue()}&app_id=${workspace.app.id}`,
    upgrade(request, socket, head) {
      const ticket = new URL(request.url ?? "/", workspace.url).searchParams.get("ticket") ?? "";
      if (!tickets.redeem(ticket)) return void socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
      server.handleUpgrade(request, socket, head, (opened) => server.emit("connection", opened, request));
    },
    async send(delivery) {
      const sockets = openSockets(server);
      const socket = sockets[turn++ % sockets.length];
      return socket ? envelopes.send(socket, delivery) : unreachable;
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

function greet(socket: WebSocket, { app }: Workspace, connections: number): void {
  const hello = {
    type: "hello",
    num_connections: connections,
    connection_info: { app_id: app.id },
    debug_info: { host: "local-slack", approximate_connection_time: 3600 },
  };
  socket.send(JSON.stringify(hello));
}

function keepAlive(socket: WebSocket): void {
  const pings = setInterval(() => socket.ping(), pingEveryMs);
  socket.once("close", () => clearInterval(pings));
  // A broken socket closes right after this, and the requests over it end as timeouts.
  socket.on("error", () => socket.terminate());
}

/** Closes a socket like Slack, and cuts it if the app does not respond to the close. */
async function sayGoodbye(socket: WebSocket): Promise<void> {
  const closed = once(socket, "close");
  const waitPolicy = setTimeout(() => socket.terminate(), goodbyeMs);
  socket.close(1000);
  await closed;
  clearTimeout(waitPolicy);
}
