import { Agent, type Dispatcher } from "undici";

/** A whole answer, of any status. */
export interface JsonAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** Posts JSON to a path, once; fails where no whole answer came in time. Redirects are answers, and are not followed. */
export type JsonPost = (path: string, body: string) => Promise<JsonAnswer>;

interface Options {
  origin: string;
  headers: Record<string, string>;
  /** Of the whole, waiting for a connection included. */
  timeoutMs: number;
}

const mostConnections = 128;

/** Posts to one server on connections that are kept. */
export function jsonPosts({ origin, headers, timeoutMs }: Options): JsonPost {
  const agent = new Agent({ connections: mostConnections });
  return (path, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<JsonAnswer>();
    const reading = readingAnswer(resolve, reject, timeoutMs);
    agent.dispatch({ origin, path, method: "POST", headers, body }, reading);
    return promise;
  };
}

/** Undici's own reading of answers makes a stream of each, which costs more than all the rest of a call. */
function readingAnswer(
  resolve: (answer: JsonAnswer) => void,
  reject: (error: Error) => void,
  timeoutMs: number,
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
      // It waited for a connection until it was given up: what begins now would reach the server late.
      if (late) started.abort(late);
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
