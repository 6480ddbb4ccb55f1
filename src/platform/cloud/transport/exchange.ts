import { Agent, type Dispatcher } from "undici";
import { writeExact } from "../../../lib/exact-json.ts";
import { appVersion } from "../../../lib/version.ts";
import { answerText } from "./answer-text.ts";
import type { Outgoing } from "./outgoing.ts";
import { resettingConnector } from "./resetting-connector.ts";

/** What one call may use. */
export interface CallLimits {
  connectTimeoutMs: number;
  /** The whole call: credentials, waits and retries included. */
  callTimeoutMs: number;
  answerSizeInBytes: number;
}

export const defaultCallLimits: CallLimits = {
  connectTimeoutMs: 5_000,
  callTimeoutMs: 30_000,
  answerSizeInBytes: 20 * 1024 * 1024,
};

/** A whole answer, of any status. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** No whole answer came; `departed` is true where the request may have reached the server. */
export interface Lost {
  departed: boolean;
  error: unknown;
}

/**
 * Connections of our own, a new one for each request: on a kept one, a creation could meet a server that was just
 * closing it, and nobody would know whether it had arrived. Limits of 10 requests in 10 s leave little to save.
 */
export function cloudAgent(limits: CallLimits): Agent {
  return new Agent({
    ...agentOptions(limits),
    connect: resettingConnector({ timeout: limits.connectTimeoutMs }),
  });
}

/** What holds for all of our connections to deployments. */
export function agentOptions({ answerSizeInBytes }: CallLimits): Agent.Options {
  // 0 turns keep-alive off.
  return { pipelining: 0, maxResponseSize: answerSizeInBytes };
}

/** A request was held back right before its first byte, since its time was over. */
export class TooLateToLeave extends Error {
  override name = "TooLateToLeave";
}

interface Exchange {
  dispatcher: Dispatcher;
  request: Outgoing;
  authorization: string;
  signal: AbortSignal;
  /** Asked right before the first byte is written: true holds the request back. */
  isTooLate: () => boolean;
}

/** Sends one request once and reads its answer whole; redirects are answers, and are not followed. */
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
    // A request that waits for its connection does not hear the signal; it is dropped unsent once connected.
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
    // RFC 9110: without it, a server may compress as it likes.
    "accept-encoding": "identity",
    authorization,
    "user-agent": `quartermaster/${appVersion}`,
    "x-request-id": callId,
  };
  if (body === undefined) return { headers };
  return { headers: { ...headers, "content-type": "application/json" }, body: writeExact(body) };
}

/**
 * Tells when a request is handed to a connected socket. Whatever fails before (names, refused connections,
 * certificates, timeouts) surely never left, and no list of error codes has to say so. What is too late by then does not
 * leave: timers say so later than clocks, since a process that stood still handles its connections before its timers.
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
      onRequestUpgrade: (...told) => handler.onRequestUpgrade?.(...told),
      onResponseStart: (...told) => handler.onResponseStart?.(...told),
      onResponseData: (...told) => handler.onResponseData?.(...told),
      onResponseEnd: (...told) => handler.onResponseEnd?.(...told),
      onResponseError: (...told) => handler.onResponseError?.(...told),
    });
}

/** The work's result, unless the signal comes first: then it fails as told, and what the work ends as is not heard. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>, failure: () => Error): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(failure());
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
  return Promise.race([work, aborted]);
}
