import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { type LookupFunction, Socket, isIP, isIPv6 } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { Agent, Client, Dispatcher, Pool, ProxyAgent, buildConnector, fetch as undiciFetch } from "undici";
import { AppError } from "../../../lib/errors.ts";
import {
  type Proxy,
  type Target,
  proxyAway,
  proxyCredentials,
  proxyFor,
  proxyRefused,
  proxySlow,
} from "./proxy.ts";
import { type CallLimits, passing } from "./exchange.ts";

// All connections to the outside are made here, so all leave by the operator's proxy. test/boundaries.test.ts holds it.

/** A proxy answers within this time, or the call fails. No call waits for less, so its error says that it was the proxy. */
const tunnelMs = 2_500;

/** How connections are made: by which proxy, and with which lookup. */
interface Ways {
  proxy: Proxy | undefined;
  timeoutMs?: number;
  lookup?: LookupFunction;
  /** HTTP/1.1 only. */
  isHttp1?: boolean;
  /** What a proxy is asked for instead of a name. */
  addressOf?: (hostname: string) => Promise<string>;
}

/** Connects straight or through a proxy, as the operator set it. A connection that ends early is reset. */
export function connector({ proxy, timeoutMs, lookup, isHttp1, addressOf }: Ways): buildConnector.connector {
  return resettingConnector(
    {
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
      ...(lookup && { lookup }),
      ...(isHttp1 && { allowH2: false }),
    },
    (target) => {
      const by = proxyFor(target, proxy);
      return by && tunnel(by, target, addressOf);
    },
  );
}

/** Asks a proxy for a connection to a host, or to its address. Fails as a ProxyFailure, or as the lookup. */
async function tunnel(by: URL, target: Target, addressOf: Ways["addressOf"]): Promise<Socket> {
  const host = addressOf ? await addressOf(target.hostname) : target.hostname;
  const straight = buildConnector({ timeout: tunnelMs, allowH2: false });
  const client = new Client(by.origin, { connect: (to, made) => straight(withoutNamedIp(to), made) });
  const late = AbortSignal.timeout(tunnelMs);
  const path = `${isIPv6(host) ? `[${host}]` : host}:${target.port || "443"}`;
  try {
    const headers = { host: path, ...proxyCredentials(by) };
    // The proxy's own name, for its own certificate.
    const options = { path, headers, signal: late, servername: by.hostname };
    const { statusCode, socket } = await client.connect(options);
    if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket;
    socket.on("error", () => {}).destroy();
    throw proxyRefused(target, statusCode);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw late.aborted ? proxySlow(target, tunnelMs) : failureOf(target, error);
  } finally {
    // The connection is no longer the client's.
    void client.destroy();
  }
}

/** How plain http goes to a proxy: whole, so the connection doesn't show whom it is for. */
interface Forwarding {
  proxy: Proxy | undefined;
  /** Why nothing may be sent to an address. */
  refuses?: ((target: Target) => AppError | undefined) | undefined;
}

/** Connections with undici's options. */
class LeavingAgent extends Dispatcher {
  readonly #agent: Agent;
  readonly #forwarding: Forwarding;
  readonly #forwarder: ProxyAgent | undefined;

  constructor(forwarding: Forwarding, options: Agent.Options) {
    super();
    this.#agent = new Agent(options);
    this.#forwarding = forwarding;
    this.#forwarder = forwarding.proxy?.http && forwarder(forwarding.proxy.http, options);
  }

  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { proxy, refuses } = this.#forwarding;
    const target = this.#forwarder && options.origin !== undefined ? new URL(options.origin) : undefined;
    if (!this.#forwarder || target?.protocol !== "http:" || !proxyFor(target, proxy))
      return this.#agent.dispatch(options, handler);
    const refused = refuses?.(target);
    if (refused) throw refused;
    return this.#forwarder.dispatch(options, {
      ...passing(handler),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, inWords(target, error)),
    });
  }

  override async close(): Promise<void> {
    await Promise.all([this.#agent.close(), this.#forwarder?.close()]);
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#forwarder?.destroy()]);
  }
}

class NoConnection extends Error {}

function forwarder(uri: URL, options: Agent.Options): ProxyAgent {
  const straight = resettingConnector({ timeout: tunnelMs, allowH2: false });
  const connect: buildConnector.connector = (to, callback) =>
    straight(to, (...made) =>
      made[0] ? callback(new NoConnection("", { cause: made[0] }), null) : callback(...made),
    );
  return new ProxyAgent({
    uri: uri.href,
    proxyTunnel: false,
    factory: (origin) => new Pool(origin, { ...options, connect }),
  });
}

function inWords(target: Target, error: Error): Error {
  if (error instanceof NoConnection) return failureOf(target, error.cause);
  return error.message.includes("(407)") ? proxyRefused(target, 407) : error;
}

function failureOf(target: Target, error: unknown): AppError {
  const isLate = error instanceof Error && "code" in error && error.code === "UND_ERR_CONNECT_TIMEOUT";
  return isLate ? proxySlow(target, tunnelMs) : proxyAway(target, error);
}

/** Connections to any address. */
export function cloudAgent(limits: CallLimits, proxy?: Proxy): CloudAgent {
  return new CloudAgent(limits, connector({ proxy, timeoutMs: limits.connectTimeoutMs }), { proxy });
}

/**
 * Our connections to deployments. Reads share connections that are kept for a moment. Everything else has a new one: a
 * kept one may be closed by the server at that moment, and it would be unclear whether a creation had arrived.
 */
export class CloudAgent extends Dispatcher {
  readonly #reads: LeavingAgent;
  readonly #changes: LeavingAgent;

  constructor(
    { answerSizeInBytes: maxResponseSize }: CallLimits,
    connect: buildConnector.connector,
    forwarding: Forwarding = { proxy: undefined },
  ) {
    super();
    this.#reads = new LeavingAgent(forwarding, { ...kept, maxResponseSize, connect });
    this.#changes = new LeavingAgent(forwarding, { pipelining: 0, maxResponseSize, connect });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return (options.method === "GET" ? this.#reads : this.#changes).dispatch(options, handler);
  }

  override async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#changes.close()]);
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#reads.destroy(), this.#changes.destroy()]);
  }
}

// A name may lead elsewhere after a minute, and a firewall may forget an idle connection without a word.
const kept = { keepAliveTimeout: 4_000, keepAliveMaxTimeout: 30_000, clientTtl: 60_000 };

/**
 * Connects as undici does, but resets a connection that ends before its answer. Otherwise the kernel would go on
 * sending, and a request could arrive long after it was given up.
 */
export function resettingConnector(
  options: buildConnector.BuildOptions,
  /** The connection below TLS, if it isn't straight. */
  below?: (target: buildConnector.Options) => Promise<Socket> | undefined,
): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) => {
    const { protocol, port } = target;
    if (protocol !== "https:")
      return connect(target, (...made) => {
        if (made[1]) resetOnAbort(made[1], made[1]);
        callback(...made);
      });
    const withTls = (socket: Socket) =>
      connect({ ...withoutNamedIp(target), httpSocket: socket }, (...made) => {
        if (made[1]) resetOnAbort(made[1], socket);
        else socket.destroy();
        callback(...made);
      });
    const failed = (error: Error) => callback(error, null);
    const opening = below?.(target);
    if (opening) return void opening.then(withTls, failed);
    // Only the connection below TLS can be reset.
    const straight = { ...target, protocol: "http:", port: port || "443" };
    return connect(straight, (...lower) => (lower[0] ? callback(...lower) : withTls(lower[1])));
  };
}

/** Without an IP as the server's name. undici names a proxy so, and Node 26 refuses it. */
function withoutNamedIp({ servername, ...unnamed }: buildConnector.Options): buildConnector.Options {
  return isIP(servername?.replace(/^\[|\]$/g, "") ?? "") === 0 ? { ...unnamed, servername } : unnamed;
}

/** undici always destroys a connection with an error. These say that every answer was read to its end. */
const doneMessages = new Set(["reset", "socket idle timeout"]);

function resetOnAbort(socket: Socket, below: Socket): void {
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    // A reset calls it again without the error.
    socket.destroy = () => destroy(error);
    if (error && !doneMessages.has(error.message) && !below.destroyed) {
      if (below === socket) below.resetAndDestroy();
      // The connection to a proxy with TLS of its own can't be reset.
      else if (below instanceof TLSSocket) below.destroy();
      else resetLater(below);
    }
    return destroy(error);
  };
}

/** TLS ends its lower connection itself and may be at work in it. Node crashes if that is reset at once. */
function resetLater(below: Socket): void {
  const destroy = below.destroy.bind(below);
  below.destroy = () => {
    below.destroy = destroy;
    setImmediate(() => below.resetAndDestroy());
    return below;
  };
}

/** Kept connections to one server. */
export function poolTo(origin: string, connections: number, proxy: Proxy | undefined): Dispatcher {
  if (!proxyFor(new URL(origin), proxy)) return new Pool(origin, { connections });
  return new LeavingAgent({ proxy }, { connections, connect: connector({ proxy }) });
}

/** Connections to secret stores, each for one request: they are few, and the store may be closing a kept one. */
export function storeAgent(proxy: Proxy | undefined): Dispatcher {
  return new LeavingAgent({ proxy }, { pipelining: 0, connect: connector({ proxy }) });
}

/** Node's fetch, or one that leaves by the proxy. */
export function fetchBy(proxy: Proxy | undefined): typeof fetch {
  if (!proxy) return fetch;
  const dispatcher = new LeavingAgent({ proxy }, { connect: connector({ proxy }) });
  return async (input, init) => {
    // Undici's own fetch knows its own forms only, so it gets bytes.
    const request = new Request(input, init);
    const { url, method, headers, redirect, signal } = request;
    const bytes = await request.arrayBuffer();
    const body = bytes.byteLength > 0 ? bytes : null;
    const own = { method, headers: [...headers], redirect, signal, body, dispatcher };
    const answer = await undiciFetch(url, own);
    const answered = await answer.arrayBuffer();
    const { status, statusText } = answer;
    const whole = { status, statusText, headers: [...answer.headers] };
    return new Response(answered.byteLength > 0 ? answered : null, whole);
  };
}

/** The connections of one WebSocket, and what ends them. Undefined if it needs no proxy. */
export function socketAgent(proxy: Proxy | undefined): { dispatcher: Dispatcher; end(): void } | undefined {
  if (!proxy) return undefined;
  const open = new Set<Socket>();
  const connect = connector({ proxy, isHttp1: true });
  const dispatcher = new Agent({
    connect: (target, callback) =>
      connect(target, (...made) => {
        if (made[1]) open.add(made[1]);
        callback(...made);
      }),
  });
  return { dispatcher, end: () => open.forEach((socket) => void socket.destroy()) };
}

/** What packages need that use Node's own requests. Empty if the address is reached without a proxy. */
export function nodeAgents(
  address: string,
  proxy: Proxy | undefined,
): { httpAgent?: HttpAgent; httpsAgent?: HttpsAgent } {
  const target = new URL(address);
  const by = proxyFor(target, proxy);
  return {
    // It also reaches other servers, so each connection finds its own way.
    ...(proxy?.https && { httpsAgent: new TunnellingAgent(proxy) }),
    ...(by && target.protocol === "http:" && { httpAgent: new ForwardingAgent(by, target) }),
  };
}

/** The way to AWS' own addresses. */
export const awsAgents = (proxy: Proxy | undefined) => nodeAgents("https://amazonaws.com", proxy);

/** What Node says of a connection. */
interface NodeTarget {
  host?: string | null | undefined;
  port?: number | string | null | undefined;
  servername?: string | undefined;
}
type Opened = (error: Error | null, socket: Duplex) => void;

class TunnellingAgent extends HttpsAgent {
  readonly #connect: buildConnector.connector;

  constructor(proxy: Proxy) {
    super({ keepAlive: true });
    this.#connect = connector({ proxy, isHttp1: true });
  }

  override createConnection({ host, port, servername }: NodeTarget, opened?: Opened): undefined {
    const hostname = host ?? "localhost";
    const named = servername === undefined ? {} : { servername };
    const target = { protocol: "https:", hostname, host: hostname, port: String(port ?? "443"), ...named };
    this.#connect(target, (error, socket) => opened?.(error, socket ?? new Socket()));
  }
}

/** Node's agent writes what the proxy needs. This one says that it was the proxy that failed. */
class ForwardingAgent extends HttpAgent {
  readonly #target: Target;

  constructor(by: URL, target: Target) {
    super({ keepAlive: true, proxyEnv: { HTTP_PROXY: by.href } });
    this.#target = target;
  }

  override createConnection(options: NodeTarget, opened?: Opened): undefined {
    const socket = super.createConnection({ host: options.host, port: options.port });
    const failed = (error: Error) => opened?.(failureOf(this.#target, error), new Socket());
    socket?.once("error", failed);
    socket?.once("connect", () => {
      socket.off("error", failed);
      opened?.(null, socket);
    });
  }
}
