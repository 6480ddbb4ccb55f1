import { LogLevel, type Logger as SlackLogger, type WebAPICallResult, WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { clockOf } from "../../../lib/clock.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import { measured } from "../../../lib/metrics/measured.ts";
import { type Tracing, noTracing } from "../../../lib/tracing/tracing.ts";
import { type SlackCall, slackCalls } from "./calls.ts";
import { slackFailure } from "../failure.ts";

/** The app's scopes and their reasons, for the person who installs it. The manifest and the README have the same. */
export const botScopes = [
  { scope: "commands", why: "Answers /db, and offers its step in Workflow Builder." },
  { scope: "chat:write", why: "Answers, and posts alerts, reports and new services in channels." },
  {
    scope: "chat:write.public",
    why: "Announces a new service in the public channel that you asked from, without an invitation.",
  },
  {
    scope: "channels:history",
    why: "Finds its own messages in public channels after a crash, so it posts nothing twice.",
  },
  {
    scope: "groups:history",
    why: "The same in private channels that it is in.",
  },
  {
    scope: "im:history",
    why: "Reads what you write to it in direct messages, so it can answer.",
  },
  { scope: "app_mentions:read", why: "Reads messages that mention it, so it can answer." },
  {
    scope: "assistant:write",
    why: "Lets Slack suggest questions in direct messages, and show there that it works, with a stop button. Without it everything else works.",
  },
  {
    scope: "links:read",
    why: "Notices links to your observability console, by its domain only. Without it they stay links.",
  },
  { scope: "links:write", why: "Shows a card below the message with such a link." },
  { scope: "files:write", why: "Sends pictures of costs and dashboards, and costs as a CSV file." },
  {
    scope: "users:read",
    why: "Knows people's names and time zones, and who is an admin of the workspace.",
  },
  {
    scope: "usergroups:read",
    why: "Knows who is in a user group that has a role. Without it, roles of groups don't count.",
  },
] as const;

/** Our scopes that Slack has not granted. */
export function scopesNotIn(granted: readonly string[]): string[] {
  return botScopes.map(({ scope }) => scope).filter((scope) => !granted.includes(scope));
}

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
  now?: () => Date;
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
    return this.#watched(method, () => super.apiCall(method, options));
  }
}

/** After this time Slack has done the call, or never will. */
const postingTimeoutMs = 10_000;

/** Makes the clients of any token. */
export function slackClientMaker({
  slackApiUrl,
  now = () => new Date(),
  metrics,
  tracing = noTracing,
  log,
}: Options): (token: string) => SlackClients {
  const clock = clockOf(now);
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
