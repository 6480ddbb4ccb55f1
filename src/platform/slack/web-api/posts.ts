import type { Dispatcher } from "undici";
import { type Clock, type TimeLimit, isOver } from "../../../lib/clock.ts";
import { poolTo } from "../../cloud/transport/agents.ts";
import type { Proxy } from "../../cloud/transport/proxy.ts";

/** A complete response of any status. */
export interface JsonAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/**
 * Posts JSON or a form to a path, once. Fails if no complete response came in time. Redirects are not followed. Sends
 * nothing after `sendBy`.
 */
type Post = (path: string, body: Body, sendBy?: TimeLimit) => Promise<JsonAnswer>;

type Body = { json: string | Buffer } | { form: string };

interface PostOptions {
  origin: string;
  proxy?: Proxy | undefined;
  headers: Record<string, string>;
  /** For the whole call, including the wait for a connection. */
  timeoutMs: number;
  clock: Clock;
}

const mostConnections = 128;

/** Posts to one server over kept connections. */
export function posts({ origin, proxy, headers, timeoutMs, clock }: PostOptions): Post {
  const pool = poolTo(origin, mostConnections, proxy);
  const ofJson = { ...headers, "content-type": "application/json; charset=utf-8" };
  const ofForm = { ...headers, "content-type": "application/x-www-form-urlencoded" };
  return (path, body, sendBy) => {
    const sent = "json" in body ? { headers: ofJson, body: body.json } : { headers: ofForm, body: body.form };
    const { promise, resolve, reject } = Promise.withResolvers<JsonAnswer>();
    const whole: TimeLimit = { since: clock(), forMs: timeoutMs };
    const limits = sendBy ? [whole, sendBy] : [whole];
    const isLate = () => limits.some((limit) => isOver(limit, clock()));
    const reading = readingAnswer(resolve, reject, { timeoutMs, isLate });
    pool.dispatch({ origin, path, method: "POST", ...sent }, reading);
    return promise;
  };
}

/** Undici's reader makes a stream of each response, which costs more than the rest of the call. */
function readingAnswer(
  resolve: (answer: JsonAnswer) => void,
  reject: (error: Error) => void,
  { timeoutMs, isLate }: { timeoutMs: number; isLate: () => boolean },
): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let head: Pick<JsonAnswer, "status" | "headers"> = { status: 0, headers: {} };
  let controller: Dispatcher.DispatchController | undefined;
  let late: Error | undefined;
  const timer = setTimeout(() => {
    late = new Error(`no answer came within ${timeoutMs} ms`);
    controller?.abort(late);
    reject(late);
  }, timeoutMs);

  return {
    onRequestStart(started) {
      controller = started;
      // Right before the first byte is written. After a pause of the process, this runs before its timers. Another
      // process may have taken over.
      if (late ?? isLate()) started.abort(late ?? new Error("it was too late to send it"));
    },
    onResponseStart: (_, status, headers) => void (head = { status, headers }),
    onResponseData: (_, chunk) => void chunks.push(chunk),
    onResponseEnd() {
      clearTimeout(timer);
      resolve({ ...head, text: Buffer.concat(chunks).toString() });
    },
    onResponseError(_, error) {
      clearTimeout(timer);
      reject(error);
    },
  };
}
