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
import { z } from "zod";
import { type Clock, type TimeLimit, clockOf } from "../../../lib/clock.ts";
import { JsonText } from "../../../lib/json.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import { measured } from "../../../lib/metrics/measured.ts";
import type { Proxy } from "../../cloud/transport/proxy.ts";
import { type Tracing, noTracing } from "../../../lib/tracing/tracing.ts";
import { UnclearAnswer, slackFailure } from "../failure.ts";
import { type JsonAnswer, posts } from "./posts.ts";

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

/** Web-api's client, for its methods and their types. Every one goes through `apiCall`, and so through our call. */
class LeanClient extends WebClient {
  readonly #call: SlackCall;

  constructor(call: SlackCall, ...options: ConstructorParameters<typeof WebClient>) {
    super(...options);
    this.#call = call;
  }

  override apiCall(method: string, args: Readonly<Record<string, unknown>> = {}): Promise<WebAPICallResult> {
    return this.#call(method, args);
  }
}

/** After this time Slack has done the call, or never will. */
const postingTimeoutMs = 10_000;
/** A person waits. */
const interactiveTimeoutMs = 5_000;

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
  // The client itself sends only the bytes of files, which go to an address of their own.
  const shared = {
    slackApiUrl,
    ...(fetch && { fetch }),
    logger: slackLogger(log),
    rejectRateLimitedCalls: true,
    retryConfig: { retries: 0 },
    // What waited in the client's own queue would start late, with its whole timeout left.
    maxRequestConcurrency: 10_000,
  };
  return (token) => {
    const within = (timeoutMs: number): SlackCall => {
      const call = slackCalls({ token, slackApiUrl, proxy, timeoutMs, clock, log });
      return (method, ...given) => watched(method, () => call(method, ...given));
    };
    const call = within(postingTimeoutMs);
    return {
      interactive: new LeanClient(within(interactiveTimeoutMs), token, shared),
      posting: new LeanClient(call, token, { ...shared, timeout: postingTimeoutMs }),
      call,
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

/** Calls a method of the Web API once. Fails with the errors of web-api's client. Sends nothing after `sendBy`. */
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

/** Methods that write take JSON, and the others only forms. See https://docs.slack.dev/apis/web-api/. */
const takesJson = /^(?:chat|entity|functions|views)\./;

/** Web-api's own client takes several times the processor time, for its queue, retries, logs and form encoding. */
function slackCalls({ token, slackApiUrl, proxy, timeoutMs, clock, log }: CallsOptions): SlackCall {
  const { origin, pathname } = new URL(slackApiUrl);
  const headers = {
    authorization: `Bearer ${token}`,
    "user-agent": "quartermaster",
  };
  const post = posts({ origin, proxy, headers, timeoutMs, clock });
  const base = pathname.replace(/\/$/, "");
  return async (method, args, sendBy, more) => {
    const body = takesJson.test(method) ? { json: jsonOf(args, more) } : { form: formOf(args) };
    const response = await answered(post(`${base}/${method}`, body, sendBy), log);
    const answer = withScopes(readAnswer(response), response);
    const { ok, error = "", response_metadata: { messages = [] } = {} } = answer;
    if (messages.length > 0) log.warn({ from: "slack", method, messages }, "Slack warned about a call");
    if (!ok) throw new WebAPIPlatformError({ ...answer, error });
    return answer;
  };
}

function jsonOf(args: Readonly<Record<string, unknown>>, more?: Buffer): string | Buffer {
  const json = JSON.stringify(args);
  return more ? joined(json, more) : json;
}

/** The arguments as a form. What isn't text is JSON in it. */
function formOf(args: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(args).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    return [[name, typeof value === "string" ? value : JSON.stringify(value)]];
  });
  return new URLSearchParams(fields).toString();
}

/** The answer with the token's scopes, which Slack says in a header. */
function withScopes(answer: Answer, { headers }: JsonAnswer): Answer {
  const granted = headers["x-oauth-scopes"];
  if (typeof granted !== "string") return answer;
  const scopes = granted.trim().split(/\s*,\s*/);
  return { ...answer, response_metadata: { ...answer.response_metadata, scopes } };
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
