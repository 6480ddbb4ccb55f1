import { Agent, type Dispatcher } from "undici";
import type { Outgoing } from "./outgoing.ts";
import { untilAborted } from "./until-aborted.ts";

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
  return new Agent({ ...agentOptions(limits), connect: { timeout: limits.connectTimeoutMs } });
}

/** What holds for all of our connections to deployments. */
export function agentOptions({ answerSizeInBytes }: CallLimits): Agent.Options {
  // 0 turns keep-alive off.
  return { pipelining: 0, maxResponseSize: answerSizeInBytes };
}

/** Sends one request once and reads its answer whole; redirects are answers, and are not followed. */
export async function exchange(
  dispatcher: Dispatcher,
  { method, origin, path, body }: Outgoing,
  authorization: string,
  signal: AbortSignal,
): Promise<Answer | Lost> {
  let departed = false;
  const watched = dispatcher.compose(onDeparture(() => (departed = true)));
  try {
    const sent = watched.request({
      method,
      origin,
      path,
      signal,
      ...content(body, authorization),
    });
    // A request that waits for its connection does not hear the signal; it is dropped unsent once connected.
    const response = await untilAborted(signal, sent, () => new Error("the call took too long"));
    return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
  } catch (error) {
    return { departed, error };
  }
}

function content(body: unknown, authorization: string) {
  const headers = {
    accept: "application/json",
    // RFC 9110: without it, a server may compress as it likes.
    "accept-encoding": "identity",
    authorization,
    "user-agent": "quartermaster",
  };
  if (body === undefined) return { headers };
  return { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

/**
 * Tells when a request is handed to a connected socket. Whatever fails before (names, refused connections,
 * certificates, timeouts) surely never left, and no list of error codes has to say so.
 */
function onDeparture(departed: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        departed();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...told) => handler.onRequestUpgrade?.(...told),
      onResponseStart: (...told) => handler.onResponseStart?.(...told),
      onResponseData: (...told) => handler.onResponseData?.(...told),
      onResponseEnd: (...told) => handler.onResponseEnd?.(...told),
      onResponseError: (...told) => handler.onResponseError?.(...told),
    });
}
