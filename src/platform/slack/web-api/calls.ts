import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from "@slack/web-api";
import type { Logger } from "pino";
import { z } from "zod";
import { type Clock, type TimeLimit, isOver } from "../../../lib/clock.ts";
import { type Dispatcher, Pool } from "undici";
import { UnclearAnswer } from "../failure.ts";
import { JsonText } from "../../../lib/json.ts";

/** A complete response of any status. */
interface JsonAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/**
 * Posts JSON to a path, once. Fails if no complete response came in time. Redirects are not followed. Sends nothing
 * after `sendBy`.
 */
type JsonPost = (path: string, body: string | Buffer, sendBy?: TimeLimit) => Promise<JsonAnswer>;

interface JsonPostOptions {
  origin: string;
  headers: Record<string, string>;
  /** For the whole call, including the wait for a connection. */
  timeoutMs: number;
  clock: Clock;
}

const mostConnections = 128;

/** Posts to one server over kept connections. */
export function jsonPosts({ origin, headers, timeoutMs, clock }: JsonPostOptions): JsonPost {
  const pool = new Pool(origin, { connections: mostConnections });
  return (path, body, sendBy) => {
    const { promise, resolve, reject } = Promise.withResolvers<JsonAnswer>();
    const whole: TimeLimit = { since: clock(), forMs: timeoutMs };
    const limits = sendBy ? [whole, sendBy] : [whole];
    const isLate = () => limits.some((limit) => isOver(limit, clock()));
    const reading = readingAnswer(resolve, reject, { timeoutMs, isLate });
    pool.dispatch({ path, method: "POST", headers, body }, reading);
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

const Answer = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
  channel: z.string().optional(),
  ts: z.string().optional(),
  response_metadata: z.looseObject({ messages: z.array(z.string()).optional() }).optional(),
});
type Answer = z.output<typeof Answer>;
// Making a schema costs more than using it.
const AnswerText = JsonText.pipe(Answer);

/**
 * Calls a method of the Web API once, with JSON. Fails with the errors of web-api's client. Sends nothing after
 * `sendBy`.
 */
export type SlackCall = (
  method: string,
  args: Readonly<Record<string, unknown>>,
  sendBy?: TimeLimit,
  /** More arguments, as a JSON object. */
  more?: Buffer,
) => Promise<Answer>;

interface Options {
  token: string;
  slackApiUrl: string;
  timeoutMs: number;
  clock: Clock;
  log: Logger;
}

/**
 * For the most frequent calls: posting and editing messages. Web-api's own client takes several times the processor
 * time, for its queue, retries, logs and form encoding.
 */
export function slackCalls({ token, slackApiUrl, timeoutMs, clock, log }: Options): SlackCall {
  const { origin, pathname } = new URL(slackApiUrl);
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json; charset=utf-8",
    "user-agent": "quartermaster",
  };
  const post = jsonPosts({ origin, headers, timeoutMs, clock });
  const base = pathname.replace(/\/$/, "");
  return async (method, args, sendBy, more) => {
    const json = JSON.stringify(args);
    const body = more ? joined(json, more) : json;
    const answer = readAnswer(await answered(post(`${base}/${method}`, body, sendBy), log));
    const { ok, error = "", response_metadata: { messages = [] } = {} } = answer;
    if (messages.length > 0) log.warn({ from: "slack", method, messages }, "Slack warned about a call");
    if (!ok) throw new WebAPIPlatformError({ ...answer, error });
    return answer;
  };
}

/** One JSON object of two. Neither is empty. */
function joined(first: string, second: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${first.slice(0, -1)},`), second.subarray(1)]);
}

/** Fails if Slack refuses the request itself, or does not answer. */
async function answered(posted: Promise<JsonAnswer>, log: Logger): Promise<JsonAnswer> {
  let answer: JsonAnswer;
  try {
    answer = await posted;
  } catch (err) {
    log.warn({ from: "slack", err }, "a call to Slack failed");
    throw new WebAPIRequestError(err instanceof Error ? err : new Error(String(err)));
  }
  const { status, headers, text } = answer;
  const retryAfter = Number.parseInt(String(headers["retry-after"]), 10);
  if (status === 429 && !Number.isNaN(retryAfter)) throw new WebAPIRateLimitedError(retryAfter);
  if (status !== 200) throw new WebAPIHTTPError(status, "", {}, text);
  return answer;
}

function readAnswer({ text }: JsonAnswer): Answer {
  const answer = AnswerText.safeParse(text).data;
  if (answer) return answer;
  throw new UnclearAnswer("the answer isn't Slack's JSON");
}
