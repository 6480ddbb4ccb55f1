import { LogLevel, type Logger as SlackLogger, type WebAPICallResult, WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { type Clock, clockOf } from "../../../lib/clock.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import { measured } from "../../../lib/metrics/measured.ts";
import { type Tracing, noTracing } from "../../../lib/tracing/tracing.ts";
import { type SlackCall, slackCalls } from "./calls.ts";
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
  clock = clockOf(),
  metrics,
  tracing = noTracing,
  log,
}: Options): (token: string) => SlackClients {
  const watched = watching(metrics, tracing);
  const shared = {
    slackApiUrl,
    logger: slackLogger(log),
    rejectRateLimitedCalls: true,
    retryConfig: { retries: 0 },
    // A call that waited in the client's own queue would start late, with its whole timeout left.
    maxRequestConcurrency: 10_000,
  };
  return (token) => {
    const call = slackCalls({ token, slackApiUrl, timeoutMs: postingTimeoutMs, clock, log });
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
