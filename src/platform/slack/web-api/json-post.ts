import { Agent, type Dispatcher } from "undici";
import { type Clock, type TimeLimit, isOver } from "../../../lib/clock.ts";

/** A whole answer, of any status. */
export interface JsonAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/**
 * Posts JSON to a path, once; fails where no whole answer came in time. Redirects are answers, and are not followed.
 * Once `sendBy` is over, nothing is sent any more.
 */
export type JsonPost = (path: string, body: string, sendBy?: TimeLimit) => Promise<JsonAnswer>;

interface Options {
  origin: string;
  headers: Record<string, string>;
  /** Of the whole, waiting for a connection included. */
  timeoutMs: number;
  clock: Clock;
}

const mostConnections = 128;

/** Posts to one server on connections that are kept. */
export function jsonPosts({ origin, headers, timeoutMs, clock }: Options): JsonPost {
  const agent = new Agent({ connections: mostConnections });
  return (path, body, sendBy) => {
    const { promise, resolve, reject } = Promise.withResolvers<JsonAnswer>();
    const whole: TimeLimit = { since: clock(), forMs: timeoutMs };
    const limits = sendBy ? [whole, sendBy] : [whole];
    const isLate = () => limits.some((limit) => isOver(limit, clock()));
    const reading = readingAnswer(resolve, reject, { timeoutMs, isLate });
    agent.dispatch({ origin, path, method: "POST", headers, body }, reading);
    return promise;
  };
}

/** Undici's own reading of answers makes a stream of each, which costs more than all the rest of a call. */
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
      // The last moment before the first byte is written. After a process stood still, it comes here before its timers fire:
      // what would begin now may have been done by another one meanwhile.
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
