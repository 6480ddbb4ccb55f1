import {
  LogLevel,
  type Logger as SlackLogger,
  type WebAPICallResult,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from "@slack/web-api";
import type { Logger } from "pino";
import type { Dispatcher } from "undici";
import { z } from "zod";
import { type Clock, type TimeLimit, clockOf, isOver } from "../../../lib/clock.ts";
import { JsonText } from "../../../lib/json.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import { measured } from "../../../lib/metrics/measured.ts";
import type { Proxy } from "../../cloud/transport/proxy.ts";
import { type Tracing, noTracing } from "../../../lib/tracing/tracing.ts";
import { poolTo } from "../../cloud/transport/agents.ts";
import { UnclearAnswer, slackFailure } from "../failure.ts";

/** The clients of one token. They are separate, so a 429 to a post does not delay a modal. */
export interface SlackClients {
  /** For calls that a person waits for. */
  interactive: WebClient;
  /** For posts. They are never retried blindly, so nothing is posted twice. A 429 fails at once, with its wait. */
  posting: WebClient;
  /** For posts and edits in channels, like `posting`. */
  call: SlackCall;
}

interface Options {
  slackApiUrl: string;
  fetch?: typeof globalThis.fetch | undefined;
  proxy?: Proxy | undefined;
  /** The clock of the posts' claims. */
  clock?: Clock;
  metrics?: SlackMeters;
  tracing?: Tracing | undefined;
  log: Logger;
}

/** The metrics of the Web API. */
type SlackMeters = Pick<Metrics, "slackCall">;

/** Calls a method, and counts the call. */
function counted<T>(method: string, metrics: SlackMeters | undefined, call: () => Promise<T>): Promise<T> {
  if (!metrics) return call();
  return measured(call, (seconds, error) =>
    metrics.slackCall(method, seconds, error === undefined ? undefined : slackWord(method, error)),
  );
}

/** Slack's word for a failure. */
function slackWord(method: string, error: unknown): string {
  const { kind, code } = slackFailure(method, error);
  if (kind === "limited") return "ratelimited";
  return code ?? (kind === "upstream" ? "no_answer" : "other");
}

/** Calls a method, counts the call, and records it as a span. */
type Watched = <T>(method: string, call: () => Promise<T>) => Promise<T>;

function watching(metrics: SlackMeters | undefined, tracing: Tracing): Watched {
  return (method, call) =>
    tracing.span(
      "slack.call",
      { "qm.operation": method },
      () => counted(method, metrics, call),
      (error) => slackFailure(method, error),
    );
}

/** Every method of web-api's client goes through `apiCall`. */
class WatchedClient extends WebClient {
  readonly #watched: Watched;

  constructor(watched: Watched, ...options: ConstructorParameters<typeof WebClient>) {
    super(...options);
    this.#watched = watched;
  }

  override apiCall(method: string, options?: Record<string, unknown>): Promise<WebAPICallResult> {
    return this.#watched(method, async () => {
      try {
        return await super.apiCall(method, options);
      } catch (error) {
        // It expects an object, and there was other JSON.
        if (error instanceof TypeError) throw new UnclearAnswer("the answer isn't an object");
        throw error;
      }
    });
  }
}

/** After this time Slack has done the call, or never will. */
const postingTimeoutMs = 10_000;

/** Makes the clients of any token. */
export function slackClientMaker({
  slackApiUrl,
  fetch,
  proxy,
  clock = clockOf(),
  metrics,
  tracing = noTracing,
  log,
}: Options): (token: string) => SlackClients {
  const watched = watching(metrics, tracing);
  const shared = {
    slackApiUrl,
    ...(fetch && { fetch }),
    logger: slackLogger(log),
    rejectRateLimitedCalls: true,
    retryConfig: { retries: 0 },
    // A call that waited in the client's own queue would start late, with its whole timeout left.
    maxRequestConcurrency: 10_000,
  };
  return (token) => {
    const call = slackCalls({ token, slackApiUrl, proxy, timeoutMs: postingTimeoutMs, clock, log });
    return {
      interactive: new WatchedClient(watched, token, { ...shared, timeout: 5_000 }),
      posting: new WatchedClient(watched, token, { ...shared, timeout: postingTimeoutMs }),
      call: (method, ...given) => watched(method, () => call(method, ...given)),
    };
  };
}

/** Sends the logs of Slack's libraries to ours. Their info is debug here. */
export function slackLogger(log: Logger): SlackLogger {
  const write =
    (level: "debug" | "warn" | "error") =>
    (...parts: unknown[]): void =>
      log[level]({ from: "slack" }, parts.map(String).join(" "));
  return {
    debug: () => {},
    info: write("debug"),
    warn: write("warn"),
    error: write("error"),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
}

/** Asks Slack once if it knows our token, and logs what to do if not. Never fails. */
export async function checkToken(client: WebClient, log: Logger): Promise<void> {
  try {
    const { team, user } = await client.auth.test();
    log.info({ team, user }, "Slack knows the bot token");
  } catch (error) {
    const { kind, message } = slackFailure("auth.test", error);
    if (kind === "auth") log.error(`SLACK_BOT_TOKEN doesn't work: ${message}`);
    else log.warn(`couldn't check SLACK_BOT_TOKEN: ${message}`);
  }
}

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
  proxy?: Proxy | undefined;
  headers: Record<string, string>;
  /** For the whole call, including the wait for a connection. */
  timeoutMs: number;
  clock: Clock;
}

const mostConnections = 128;

/** Posts to one server over kept connections. */
export function jsonPosts({ origin, proxy, headers, timeoutMs, clock }: JsonPostOptions): JsonPost {
  const pool = poolTo(origin, mostConnections, proxy);
  return (path, body, sendBy) => {
    const { promise, resolve, reject } = Promise.withResolvers<JsonAnswer>();
    const whole: TimeLimit = { since: clock(), forMs: timeoutMs };
    const limits = sendBy ? [whole, sendBy] : [whole];
    const isLate = () => limits.some((limit) => isOver(limit, clock()));
    const reading = readingAnswer(resolve, reject, { timeoutMs, isLate });
    pool.dispatch({ origin, path, method: "POST", headers, body }, reading);
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
type SlackCall = (
  method: string,
  args: Readonly<Record<string, unknown>>,
  sendBy?: TimeLimit,
  /** More arguments, as a JSON object. */
  more?: Buffer,
) => Promise<Answer>;

interface CallsOptions {
  token: string;
  slackApiUrl: string;
  proxy: Proxy | undefined;
  timeoutMs: number;
  clock: Clock;
  log: Logger;
}

/**
 * For the most frequent calls: posting and editing messages. Web-api's own client takes several times the processor
 * time, for its queue, retries, logs and form encoding.
 */
function slackCalls({ token, slackApiUrl, proxy, timeoutMs, clock, log }: CallsOptions): SlackCall {
  const { origin, pathname } = new URL(slackApiUrl);
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json; charset=utf-8",
    "user-agent": "quartermaster",
  };
  const post = jsonPosts({ origin, proxy, headers, timeoutMs, clock });
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
