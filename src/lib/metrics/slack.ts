import { isAppError } from "../errors.ts";
import { counter, gauge, histogram, oneOf } from "./series.ts";

/** What Slack sends. */
const requestKinds = ["command", "click", "form", "event"] as const;
export type RequestKind = (typeof requestKinds)[number];

/** How work for a person ended: it answered, refused what they asked for, or couldn't do it. */
const outcomes = ["ok", "refused", "failed"] as const;
type Outcome = (typeof outcomes)[number];

/** The methods of the Web API that the app calls. Others count together, as does the status while it works. */
const slackMethods = [
  "chat.postEphemeral",
  "chat.postMessage",
  "chat.unfurl",
  "chat.update",
  "conversations.history",
  "conversations.replies",
  "files.completeUploadExternal",
  "files.getUploadURLExternal",
  "functions.completeSuccess",
  "users.info",
  "views.open",
  "views.publish",
  "views.push",
  "views.update",
];

/** The errors that an operator can do something about, and what counts as one of them. */
const slackErrors: Readonly<Record<string, string>> = {
  account_inactive: "account_inactive",
  channel_not_found: "channel_not_found",
  fatal_error: "internal_error",
  internal_error: "internal_error",
  invalid_auth: "invalid_auth",
  invalid_blocks: "invalid_blocks",
  is_archived: "is_archived",
  missing_scope: "missing_scope",
  no_answer: "no_answer",
  not_authed: "invalid_auth",
  not_in_channel: "not_in_channel",
  rate_limited: "ratelimited",
  ratelimited: "ratelimited",
  service_unavailable: "internal_error",
  token_expired: "token_revoked",
  token_revoked: "token_revoked",
};

// Slack gives up after 3 s. The objective is 1 s.
const acknowledgementBounds = [0.1, 0.5, 1, 3];
const callBounds = [0.1, 0.25, 0.5, 1, 2.5, 5];

/** How a failure counts. What a person can correct is refused; anything else has failed. */
export function outcomeOf(error: unknown): Outcome {
  return isAppError(error, "user", "forbidden", "missing", "conflict", "limited") ? "refused" : "failed";
}

/** A command, and the one that it is a part of. */
export interface CountedCommand {
  name: string;
  partOf?: string | undefined;
}

/** What people in Slack meet, and how Slack's API answers. A part of a command counts as that command. */
export function slackMetrics(commands: readonly CountedCommand[]) {
  const countedAs = new Map(commands.map(({ name, partOf = name }) => [name, partOf]));
  const acknowledged = histogram(
    "qm_slack_ack_seconds",
    "How soon Slack's requests were acknowledged, by what came.",
    acknowledgementBounds,
    oneOf("kind", requestKinds),
  );
  const unacknowledged = counter(
    "qm_slack_unacknowledged_total",
    "Slack's requests that were not acknowledged, because the work failed or too much came in at once (`other`).",
    [oneOf("kind", requestKinds)],
    { isFull: true },
  );
  const run = counter("qm_commands_total", "Commands that were run, by their first word and outcome.", [
    oneOf("command", [...new Set(countedAs.values())]),
    oneOf("outcome", outcomes),
  ]);
  const interactions = counter("qm_interactions_total", "Clicks and submitted forms, by outcome.", [
    oneOf("kind", requestKinds),
    oneOf("outcome", outcomes),
  ]);
  const calls = counter("qm_slack_calls_total", "Calls of Slack's API, by method and outcome.", [
    oneOf("method", slackMethods),
    oneOf("outcome", ["ok", "limited", "failed"]),
  ]);
  const errors = counter(
    "qm_slack_errors_total",
    "Calls of Slack's API that failed, by Slack's word for it. `no_answer` counts those without a usable answer.",
    [oneOf("error", [...new Set(Object.values(slackErrors))])],
  );
  const sockets = gauge(
    "qm_slack_sockets",
    "Open connections to Slack in Socket Mode. At 0, commands and clicks don't arrive. Absent without Socket Mode.",
  );
  const seconds = histogram("qm_slack_call_seconds", "How long calls of Slack's API took.", callBounds);
  return {
    families: [acknowledged, unacknowledged, run, interactions, calls, errors, seconds, sockets],
    meters: {
      /** Call when a request of Slack was acknowledged, with the seconds since it came. */
      acknowledged: (kind: RequestKind, took: number): void => acknowledged.observe(took, kind),
      slackSockets: (open: number): void => sockets.set(open),
      /** Call when a request of Slack ends without an acknowledgement. "other" for one without a known kind. */
      notAcknowledged: (kind: RequestKind | "other"): void => unacknowledged.add(kind),
      /** Call when a command has ended. */
      command: (name: string, outcome: Outcome): void => run.add(countedAs.get(name) ?? name, outcome),
      /** Call when a click or a submission has ended. */
      interaction: (kind: "click" | "form", outcome: Outcome): void => interactions.add(kind, outcome),
      /** Call after each call of the Web API; `error` is Slack's word for a failure. */
      slackCall(method: string, took: number, error?: string): void {
        seconds.observe(took);
        if (error === undefined) return calls.add(method, "ok");
        const known = slackErrors[error] ?? "other";
        calls.add(method, known === "ratelimited" ? "limited" : "failed");
        errors.add(known);
      },
    },
  };
}
