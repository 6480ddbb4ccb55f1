import { Agent, type buildConnector, Dispatcher } from "undici";
import { writeExact } from "../../../lib/json.ts";
import { appVersion } from "../../../lib/version.ts";
import { answerText } from "./answer-text.ts";
import type { Outgoing } from "./outgoing.ts";
import { resettingConnector } from "./resetting-connector.ts";

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
