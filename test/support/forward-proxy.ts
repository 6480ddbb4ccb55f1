import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer, request as ask } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/** How a proxy behaves: it serves, refuses with a status, never answers, hangs up, or takes no connection. */
export type ProxyManner = "serves" | "silent" | "hangs up" | "dead" | { refuses: number };

/** A forward proxy: a tunnel by CONNECT, and plain requests. Every name and address leads to this machine. */
export interface ForwardProxy {
  /** With the user and the password, if it has them. */
  readonly url: string;
  /** What it was asked for, as in `CONNECT api.qm.test:443`. */
  readonly asked: string[];
  behave(manner: ProxyManner): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  /** As in `user:password`. */
  login?: string;
  /** For a proxy that speaks TLS itself. */
  tls?: { key: string; cert: string };
}

/** Starts one on a free port. */
export async function startForwardProxy({ login, tls }: Options = {}): Promise<ForwardProxy> {
  const asked: string[] = [];
  const open = new Set<Duplex>();
  let manner: ProxyManner = "serves";
  const server = tls ? createTlsServer(tls) : createServer();
  const hold = (socket: Duplex) => {
    open.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket));
  };
  server.on("connection", hold).on("secureConnection", hold);

  /** The status that it refuses a request with. Undefined to serve it, and null to stay silent. */
  function refusal({ method, url, headers }: IncomingMessage): number | null | undefined {
    asked.push(`${method} ${url}`);
    if (manner === "silent") return null;
    const given = headers["proxy-authorization"];
    if (login && given !== `Basic ${Buffer.from(login).toString("base64")}`) return 407;
    return typeof manner === "object" ? manner.refuses : undefined;
  }

  server.on("connect", (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    const status = refusal(incoming);
    if (status === null) return;
    if (status !== undefined) return void client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    if (manner === "hangs up") return void client.destroy();
    const upstream = connect(Number(new URL(`http://${incoming.url}`).port || 80), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    hold(upstream);
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  server.on("request", (incoming: IncomingMessage, response: ServerResponse) => {
    const status = refusal(incoming);
    if (status === null) return;
    if (status !== undefined) return void response.writeHead(status).end();
    const { port, pathname, search } = new URL(incoming.url ?? "");
    const { method, headers } = incoming;
    const onward = ask(
      { host: "127.0.0.1", port, path: `${pathname}${search}`, method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.writeHead(502).end());
    incoming.pipe(onward);
  });

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  const { port } = address;
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    url: `${tls ? "https" : "http"}://${login ? `${login}@` : ""}127.0.0.1:${port}`,
    asked,
    async behave(next) {
      if (next === "dead") server.close();
      else if (manner === "dead") server.listen(port, "127.0.0.1");
      manner = next;
      cut();
    },
    async close() {
      cut();
      if (server.listening) server.close();
    },
  };
}
