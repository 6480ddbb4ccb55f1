import { type Logger as SlackLogger, LogLevel, WebClient } from "@slack/web-api";
import type { Logger } from "pino";
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
  token: string;
  slackApiUrl: string;
  log: Logger;
}

/** Slack has done what it was asked for, or never will, after so long. */
const postingTimeoutMs = 10_000;

/** Makes the clients. */
export function slackClients({ token, slackApiUrl, log }: Options): SlackClients {
  const shared = {
    slackApiUrl,
    logger: slackLogger(log),
    rejectRateLimitedCalls: true,
    // A call that waited in the client's own queue would begin late, with its whole time still before it.
    maxRequestConcurrency: 10_000,
  };
  return {
    interactive: new WebClient(token, { ...shared, timeout: 5_000, retryConfig: { retries: 0 } }),
    posting: new WebClient(token, { ...shared, timeout: postingTimeoutMs, retryConfig: { retries: 0 } }),
    call: slackCalls({ token, slackApiUrl, timeoutMs: postingTimeoutMs, log }),
  };
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
