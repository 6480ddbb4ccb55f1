import { promisify } from "node:util";
import { gunzip, inflate } from "node:zlib";
import { type Dispatcher, errors } from "undici";
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
      ...passing(handler),
      onRequestStart(controller, context) {
        const isLate = isTooLate();
        if (!isLate) departed();
        handler.onRequestStart?.(controller, context);
        if (isLate) controller.abort(new TooLateToLeave("its time was over before it left"));
      },
    });
}

/** A handler that passes on all that comes, for one that does more. */
export function passing(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
  };
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
