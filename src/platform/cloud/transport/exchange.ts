import type { Socket } from "node:net";
import { promisify } from "node:util";
import { gunzip, inflate } from "node:zlib";
import { Agent, Dispatcher, buildConnector, errors } from "undici";
import { writeExact } from "../../../lib/json.ts";
import { appVersion } from "../../../lib/version.ts";
import type { Outgoing } from "./outgoing.ts";

/** The limits of one call. */
export interface CallLimits {
  connectTimeoutMs: number;
  /** The limit of the whole call, with credentials, waits and retries. */
  callTimeoutMs: number;
  answerSizeInBytes: number;
}

export const defaultCallLimits: CallLimits = {
  connectTimeoutMs: 5_000,
  callTimeoutMs: 30_000,
  answerSizeInBytes: 20 * 1024 * 1024,
};

/** A complete answer of any status. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** No complete answer came; `departed` is true if the request may have reached the server. */
export interface Lost {
  departed: boolean;
  error: unknown;
}

/** Connections to any address. */
export function cloudAgent(limits: CallLimits): CloudAgent {
  return new CloudAgent(limits, resettingConnector({ timeout: limits.connectTimeoutMs }));
}

/**
 * Our connections to deployments. Reads share connections that are kept for a moment. Everything else has a new one: a
 * kept one may be closed by the server at that moment, and it would be unclear whether a creation had arrived.
 */
export class CloudAgent extends Dispatcher {
  readonly #reads: Agent;
  readonly #changes: Agent;

  constructor({ answerSizeInBytes: maxResponseSize }: CallLimits, connect: buildConnector.connector) {
    super();
    this.#reads = new Agent({ ...kept, maxResponseSize, connect });
    this.#changes = new Agent({ pipelining: 0, maxResponseSize, connect });
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

/** The request was held back right before its first byte, because its time was over. */
export class TooLateToLeave extends Error {
  override name = "TooLateToLeave";
}

interface Exchange {
  dispatcher: Dispatcher;
  request: Outgoing;
  authorization: string;
  signal: AbortSignal;
  /** Asked right before the first byte is written. True holds the request back. */
  isTooLate: () => boolean;
}

/** Sends one request once and reads its whole answer. A redirect is an answer and is not followed. */
export async function exchange({
  dispatcher,
  request: { method, origin, path, body, callId },
  authorization,
  signal,
  isTooLate,
}: Exchange): Promise<Answer | Lost> {
  let departed = false;
  const watched = dispatcher.compose(atDeparture(isTooLate, () => (departed = true)));
  try {
    const sent = watched.request({
      method,
      origin,
      path,
      signal,
      ...content(body, authorization, callId),
    });
    // A request that waits for its connection ignores the signal. It is dropped unsent once connected.
    const response = await untilAborted(signal, sent, () => new Error("the call took too long"));
    return {
      status: response.statusCode,
      headers: response.headers,
      text: await answerText(response, defaultCallLimits.answerSizeInBytes),
    };
  } catch (error) {
    return { departed, error };
  }
}

function content(body: unknown, authorization: string, callId: string) {
  const headers = {
    accept: "application/json",
    // RFC 9110: without it, a server may compress the answer.
    "accept-encoding": "identity",
    authorization,
    "user-agent": `quartermaster/${appVersion}`,
    "x-request-id": callId,
  };
  if (body === undefined) return { headers };
  return { headers: { ...headers, "content-type": "application/json" }, body: writeExact(body) };
}

/**
 * Detects when a request is handed to a connected socket. Any earlier failure (names, refused connections,
 * certificates, timeouts) means that it never left, without a list of error codes. A request that is too late is
 * dropped here. Clocks show this before timers do: after a pause, a process handles its connections before its timers.
 */
export function atDeparture(
  isTooLate: () => boolean,
  departed: () => void,
): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        const isLate = isTooLate();
        if (!isLate) departed();
        handler.onRequestStart?.(controller, context);
        if (isLate) controller.abort(new TooLateToLeave("its time was over before it left"));
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });
}

/** The result of the work. If the signal comes first, it fails as given, and the result of the work is ignored. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>, failure: () => Error): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(failure());
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
  return Promise.race([work, aborted]);
}

/**
 * Connects as undici does, but resets a connection that ends before its answer. Otherwise the kernel would go on
 * sending, and a request could arrive long after it was given up.
 */
export function resettingConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) => {
    const { protocol, port } = target;
    if (protocol !== "https:")
      return connect(target, (...made) => {
        if (made[1]) resetOnAbort(made[1], made[1]);
        callback(...made);
      });
    // Only the connection below TLS can be reset.
    const below = { ...target, protocol: "http:", port: port || "443" };
    return connect(below, (...lower) => {
      const [error, socket] = lower;
      if (error) return callback(...lower);
      return connect({ ...target, httpSocket: socket }, (...made) => {
        if (made[1]) resetOnAbort(made[1], socket);
        else socket.destroy();
        callback(...made);
      });
    });
  };
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

// An answer may be compressed although we ask for it as it is, for example by a proxy. Brotli and Zstandard aren't read:
// a decoder that no one asked for is a door.
const decompressors: Readonly<
  Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
};
/** A compressed answer may have this size, before and after. */
const mostCompressedBytes = 2 * 1024 * 1024;

/** An answer's content-encoding that isn't read. */
class UnknownEncoding extends Error {
  override name = "UnknownEncoding";
  readonly code = "UNKNOWN_ENCODING";
}

/** An answer's whole text, decompressed if necessary. Fails if it is too large, damaged, or in an encoding that isn't read. */
export async function answerText(
  { headers, body }: Pick<Dispatcher.ResponseData, "headers" | "body">,
  maxBytes: number,
): Promise<string> {
  const encoding = header(headers, "content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return body.text();
  const decompress = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined;
  const most = Math.min(maxBytes, mostCompressedBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (!decompress) throw new UnknownEncoding("The answer has an encoding that isn't read.");
    if (size > most) throw new errors.ResponseExceededMaxSizeError("The compressed answer is too large.");
    chunks.push(bytes);
  }
  // The answer to a HEAD, and an empty one, may have the header too.
  if (size === 0 || !decompress) return "";
  return (await decompress(Buffer.concat(chunks), { maxOutputLength: most })).toString("utf8");
}

/** True if the answer was too large. A retry would fail the same way. */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof errors.ResponseExceededMaxSizeError) return true;
  return error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}

/** The value of a header; its first value if it came several times. */
export function header(headers: Dispatcher.ResponseData["headers"], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
