import { type Logger as SlackLogger, LogLevel, WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { clockOf } from "../../../lib/clock.ts";
import { type SlackCall, slackCalls } from "./calls.ts";

/** Clients of one token: a 429 to a post must not make a modal wait. */
export interface SlackClients {
  /** For what a person waits for. */
  interactive: WebClient;
  /** For posts: never repeated blindly, so that nothing is posted twice; a 429 fails at once with its wait. */
  posting: WebClient;
  /** For posts and edits in channels, as `posting`. */
  call: SlackCall;
}

interface Options {
  slackApiUrl: string;
  /** The clock that claims of posts are made by. */
  now?: () => Date;
  log: Logger;
}

/** Slack has done what it was asked for, or never will, after so long. */
const postingTimeoutMs = 10_000;

/** Makes the clients of any token. */
export function slackClientMaker({
  slackApiUrl,
  now = () => new Date(),
  log,
}: Options): (token: string) => SlackClients {
  const clock = clockOf(now);
  const shared = {
    slackApiUrl,
    logger: slackLogger(log),
    rejectRateLimitedCalls: true,
    retryConfig: { retries: 0 },
    // A call that waited in the client's own queue would begin late, with its whole time still before it.
    maxRequestConcurrency: 10_000,
  };
  return (token) => ({
    interactive: new WebClient(token, { ...shared, timeout: 5_000 }),
    posting: new WebClient(token, { ...shared, timeout: postingTimeoutMs }),
    call: slackCalls({ token, slackApiUrl, timeoutMs: postingTimeoutMs, clock, log }),
  });
}

/** Makes the clients of one token. */
export function slackClients({ token, ...options }: Options & { token: string }): SlackClients {
  return slackClientMaker(options)(token);
}

/** Slack's libraries write to our log; what they call info is detail to us. */
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
