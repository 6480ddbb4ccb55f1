import { Agent, type Dispatcher } from "undici";
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

/**
 * A new connection for each request. A kept one may be closed by the server at that moment, and it would be unclear
 * whether a creation had arrived. With a limit of 10 requests in 10 s there is little to save.
 */
export function cloudAgent(limits: CallLimits): Agent {
  return new Agent({
    ...agentOptions(limits),
    connect: resettingConnector({ timeout: limits.connectTimeoutMs }),
  });
}

/** The options of all our connections to deployments. */
export function agentOptions({ answerSizeInBytes }: CallLimits): Agent.Options {
  // 0 disables keep-alive.
  return { pipelining: 0, maxResponseSize: answerSizeInBytes };
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
function atDeparture(
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
