import { once } from "node:events";
import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";

/** How this Slack answers apps.connections.open. */
type Opening = "open" | "silent" | { error: string } | { status: number };

/** The part of Slack that Socket Mode meets: it opens connections, greets, sends commands, and closes. */
export interface SocketSlack extends AsyncDisposable {
  readonly apiUrl: string;
  /** How often it was asked for a connection. */
  readonly asked: number;
  /** Connections that are open on its side. */
  readonly open: number;
  /** How it answers from now on. "silent" opens a connection that never gets a hello. */
  opening: Opening;
  /** Sends a command to one of the open connections, the next one in turn. True once it is acknowledged. */
  command(): Promise<boolean>;
  /** Announces the end of the connections that are open now. Returns what closes them, as Slack does 10 s later. */
  renew(reason: string): () => void;
  /** Breaks all connections without a word. */
  cut(): void;
}

/** Starts one on 127.0.0.1. */
export async function socketSlack(opening: Opening = "open"): Promise<SocketSlack> {
  const sockets = new WebSocketServer({ noServer: true });
  /** What ends the wait for each acknowledgement, by its envelope. */
  const waiting = new Map<string, { socket: WebSocket; end: (isAcknowledged: boolean) => void }>();
  let asked = 0;
  let turn = 0;
  const server = createServer((request, response) => {
    request.resume();
    const how = slack.opening;
    if (request.url?.endsWith("apps.connections.open")) asked += 1;
    if (typeof how === "object" && "status" in how) return void response.writeHead(how.status).end("no");
    const url = `${slack.apiUrl.replace("http", "ws")}link`;
    const answer = typeof how === "object" ? { ok: false, error: how.error } : { ok: true, url };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  server.on("upgrade", (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) => greet(opened)),
  );
  function greet(socket: WebSocket): void {
    if (slack.opening !== "silent") socket.send(JSON.stringify({ type: "hello" }));
    socket.on("message", (data: Buffer) => {
      const { envelope_id: id } = JSON.parse(data.toString());
      waiting.get(String(id))?.end(true);
    });
    socket.on("close", () => {
      for (const each of waiting.values()) if (each.socket === socket) each.end(false);
    });
  }
  const opened = (): WebSocket[] => [...sockets.clients].filter(({ readyState }) => readyState === 1);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;

  const slack: SocketSlack = {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    opening,
    get asked() {
      return asked;
    },
    get open() {
      return opened().length;
    },
    async command() {
      const all = opened();
      const socket = all[turn++ % Math.max(1, all.length)];
      if (!socket) return false;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const id = `envelope-${turn}`;
      waiting.set(id, { socket, end: resolve });
      socket.send(JSON.stringify({ type: "slash_commands", envelope_id: id, payload: commandBody }));
      return promise;
    },
    renew(reason) {
      const ending = opened();
      for (const socket of ending) socket.send(JSON.stringify({ type: "disconnect", reason }));
      return () => ending.forEach((socket) => socket.close());
    },
    cut: () => opened().forEach((socket) => socket.terminate()),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return slack;
}

const commandBody = { command: "/db", text: "help", team_id: "T1", user_id: "U1", channel_id: "C1" };
