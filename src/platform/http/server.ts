import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  ServerResponse,
  createServer,
} from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextImmediate } from "node:timers/promises";
import type { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { AppError } from "../../lib/errors.ts";
import type { PathListener } from "./web.ts";

interface Options {
  port: number;
  /** The setting that the port comes from. */
  setting?: "PORT" | "METRICS_PORT";
  web: Hono;
  /** Handle requests at exactly these paths. */
  paths?: Readonly<Record<string, RequestListener>>;
  /** Handle requests below their paths. */
  listeners?: readonly PathListener[];
  limits?: typeof usualLimits;
}

/** The product's limits. */
export const usualLimits = {
  // Slack gives up after 3 s, and alerts are small. A client that takes longer is neither.
  headersMs: 5_000,
  requestMs: 10_000,
  /** How late an expired limit may be noticed. */
  checkingMs: 1_000,
  // A connection without a request is closed after this. Load balancers close theirs sooner, so none uses a closing one.
  idleMs: 75_000,
  // On a stop, a connection that sends no request is closed after this.
  silentMs: 1_000,
  // On a stop, connections that wait to be taken are taken for at most this time.
  waitingMs: 500,
  // More than one process can serve, and few enough for their buffers.
  connections: 4_096,
};

/** The listening server. */
export type HttpServer = Awaited<ReturnType<typeof startServer>>;

/** Starts the only server. Fails as `user` if the port is taken. */
export async function startServer({
  port,
  setting = "PORT",
  web,
  paths = {},
  listeners = [],
  limits = usualLimits,
}: Options) {
  const answerWeb = webListener(web);
  const lastAnswers = lastOnTheirConnections();
  const options = { ServerResponse: lastAnswers.Answer, connectionsCheckingInterval: limits.checkingMs };
  const server = createServer(options, (request, response) => {
    const url = request.url ?? "/";
    const [path = "/"] = url.split("?", 1);
    const below = listeners.find((each) => url.startsWith(each.path));
    if (below) below.listener(request, response);
    else if (Object.hasOwn(paths, path)) paths[path]?.(request, response);
    else void answerWeb(request, response);
  });
  server.headersTimeout = limits.headersMs;
  server.requestTimeout = limits.requestMs;
  server.keepAliveTimeout = limits.idleMs;
  server.maxConnections = limits.connections;
  const silent = silentConnections(server);
  const waiting = waitingConnections(server, limits.waitingMs);
  await listen(server, port, setting);
  return {
    port: portOf(server),
    /** The paths that it answers. */
    routes: [
      ...listeners.map(({ path }) => path),
      ...Object.keys(paths),
      ...web.routes.filter(({ method, path }) => method !== "ALL" || path !== "/*").map(({ path }) => path),
    ],
    /** From now on, each answer closes its connection. New connections are still taken. */
    drain: () => lastAnswers.begin(),
    /** Takes no more connections. Resolves when running requests are answered, or after `graceMs`. */
    async close(graceMs: number): Promise<void> {
      lastAnswers.begin();
      // Otherwise it takes its time right before the close, when more may come.
      server.closeIdleConnections();
      await waiting.takeAll();
      const { promise: isClosed, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      const timers = [
        setTimeout(() => silent.destroyAll(), limits.silentMs),
        setTimeout(() => server.closeAllConnections(), graceMs),
      ];
      await isClosed;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Loads the listener with the first request, because fetch comes with it, and many processes serve no page. */
function webListener({ fetch }: Hono) {
  let loading: Promise<ReturnType<typeof getRequestListener>> | undefined;
  return async (...exchange: Parameters<RequestListener>): Promise<void> => {
    loading ??= import("@hono/node-server").then((adapter) => adapter.getRequestListener(fetch));
    await (
      await loading
    )(...exchange);
  };
}

type Fields = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * While draining, close each connection after its response, so busy clients cannot delay shutdown. Close it too after a
 * response that came before the whole body, because the rest of the body would be the next request, or never come.
 */
function lastOnTheirConnections() {
  let isBegun = false;
  class Answer extends ServerResponse {
    /** Node calls this for every response. */
    override writeHead(status: number, reason?: Fields | string, fields?: Fields): this {
      if (isBegun || isBodyLeft(this.req)) this.shouldKeepAlive = false;
      return typeof reason === "object"
        ? super.writeHead(status, reason)
        : super.writeHead(status, reason, fields);
    }
  }
  return { Answer, begin: () => void (isBegun = true) };
}

/** True if a request has a body that hasn't been received whole. */
function isBodyLeft({ complete, headers }: IncomingMessage): boolean {
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  return hasBody && !complete;
}

/** A turn of the event loop without work is shorter. */
const shortTurnMs = 0.1;

/** Knows the connections that clients have opened and the process has not taken yet. */
function waitingConnections(server: Server, longestMs: number) {
  let taken = 0;
  server.on("connection", () => void (taken += 1));
  return {
    /**
     * Takes them all. The system resets those that are left when the server closes. A turn of the event loop takes one
     * at most, so it ends with a turn that took none, and a short one, because more may have come since its beginning.
     */
    async takeAll(): Promise<void> {
      const endsAtMs = performance.now() + longestMs;
      // The first whole turn begins after this.
      await nextImmediate();
      let isEmpty = false;
      while (!isEmpty && performance.now() < endsAtMs) {
        const [before, sinceMs] = [taken, performance.now()];
        await nextImmediate();
        isEmpty = taken === before && performance.now() - sinceMs < shortTurnMs;
      }
    },
  };
}

/** Knows the connections that have sent nothing yet, such as those that browsers and load balancers open in advance. */
function silentConnections(server: Server) {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return {
    destroyAll(): void {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

function listen(server: Server, port: number, setting: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", (error: NodeJS.ErrnoException) => {
    const taken = `Port ${port} is in use. Stop the program that uses it, or set ${setting} to another number.`;
    reject(error.code === "EADDRINUSE" ? new AppError("user", taken, { cause: error }) : error);
  });
  server.listen(port, resolve);
  return promise;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new AppError("bug", "The server has no port.");
  return address.port;
}
