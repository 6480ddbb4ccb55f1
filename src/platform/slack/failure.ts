import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from "@slack/web-api";
import { AppError, type AppErrorDetails, type ErrorKind } from "../../lib/errors.ts";
import type { Logger } from "pino";
import { explain } from "../blocks/explain.ts";
import { type Reply, say } from "../blocks/reply.ts";

/** How to react to Slack's errors. Any other error is our bug. */
const kindByAnswer: Readonly<Record<string, ErrorKind>> = {
  account_inactive: "auth",
  invalid_auth: "auth",
  missing_scope: "auth",
  not_allowed_token_type: "auth",
  not_authed: "auth",
  token_expired: "auth",
  token_revoked: "auth",
  cannot_unfurl_message: "forbidden",
  cannot_unfurl_url: "forbidden",
  cant_update_message: "forbidden",
  edit_window_closed: "forbidden",
  ekm_access_denied: "forbidden",
  is_archived: "forbidden",
  messages_tab_disabled: "forbidden",
  no_permission: "forbidden",
  not_in_channel: "forbidden",
  permission_denied: "forbidden",
  plan_upgrade_required: "forbidden",
  restricted_action: "forbidden",
  restricted_action_non_threadable_channel: "forbidden",
  restricted_action_read_only_channel: "forbidden",
  restricted_action_thread_only_channel: "forbidden",
  team_access_not_granted: "forbidden",
  user_not_in_channel: "forbidden",
  cannot_find_channel: "missing",
  cannot_find_message: "missing",
  channel_not_found: "missing",
  function_execution_not_found: "missing",
  message_not_found: "missing",
  no_such_subteam: "missing",
  not_found: "missing",
  thread_not_found: "missing",
  user_disabled: "missing",
  user_not_found: "missing",
  user_not_visible: "missing",
  exchanged_trigger_id: "conflict",
  execution_not_in_running_state: "conflict",
  expired_trigger_id: "conflict",
  hash_conflict: "conflict",
  invalid_trigger_id: "conflict",
  message_limit_exceeded: "limited",
  rate_limited: "limited",
  ratelimited: "limited",
  fatal_error: "upstream",
  internal_error: "upstream",
  service_unavailable: "upstream",
};

const troubleOfItsOwn = "Slack has a problem of its own; please try again in a minute";

/** For failures that a person may read about. */
const sentenceByKind: Partial<Record<ErrorKind, string>> = {
  auth: "Slack refused the app's token or asks for another scope; ask an admin to install the app again",
  conflict: "Slack waited too long to open the window; please try again",
  limited: "Slack takes no more messages just now; please try again in a minute",
  upstream: troubleOfItsOwn,
};

/** Errors that a person in the channel can correct. */
const sentenceByAnswer: Readonly<Record<string, string>> = {
  cannot_unfurl_url:
    "Slack takes no card for a link of this domain: it is not among the app's unfurl_domains",
  channel_not_found: "The channel is gone, or it is private and I am not in it",
  is_archived: "The channel is archived",
  not_in_channel: "I am not in the channel",
};

/** A failed call of the Web API as an AppError. */
export function slackFailure(operation: string, error: unknown): AppError {
  const details = { operation, cause: error };
  if (error instanceof WebAPIPlatformError) {
    const answer = error.data.error;
    // A proxy may respond 200 with a page of its own, which web-api takes for an error's name.
    if (!/^\w+$/.test(answer)) return unclear("Slack's answer cannot be understood", details);
    const kind = kindByAnswer[answer] ?? "bug";
    const sentence = sentenceByAnswer[answer] ?? sentenceByKind[kind] ?? "Slack refused this";
    return new AppError(kind, `${sentence} (${answer}).`, { ...details, code: answer });
  }
  if (error instanceof WebAPIRateLimitedError) {
    const retryAfterMs = error.retryAfter * 1_000;
    const sentence = `Slack asks us to wait; please try again in ${error.retryAfter} s.`;
    return new AppError("limited", sentence, { ...details, retryAfterMs });
  }
  if (error instanceof WebAPIHTTPError)
    return new AppError("upstream", `${troubleOfItsOwn} (${error.statusCode}).`, details);
  if (error instanceof WebAPIRequestError) return unclear("Slack did not answer", details);
  return new AppError("bug", "A call to Slack failed in an unexpected way.", details);
}

/** Calls Slack. Fails as AppError. */
export async function calling<T>(method: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw slackFailure(method, error);
  }
}

function unclear(what: string, details: AppErrorDetails): AppError {
  return new AppError("upstream", `${what}; please try again in a minute.`, {
    ...details,
    outcomeUnknown: true,
  });
}

/** True if Slack refused the blocks, so plain text may still work. */
export function refusedBlocks(error: unknown): boolean {
  if (!(error instanceof WebAPIPlatformError)) return false;
  const answer = error.data.error;
  return answer.startsWith("invalid_blocks") || blockRefusals.has(answer);
}

const blockRefusals = new Set([
  "msg_blocks_too_long",
  "msg_too_long",
  "no_text",
  "invalid_attachments",
  "attachment_payload_limit_exceeded",
]);

interface Where {
  log: Logger;
  newId: () => string;
}

/** Any failure as an AppError. An unknown one is a bug, with an incident id that is also in the log. */
export function asAppError(error: unknown, { log, newId }: Where): AppError {
  if (error instanceof AppError && error.kind !== "bug") {
    log.info({ err: error, kind: error.kind }, "answered with a failure");
    return error;
  }
  const incidentId = newId().slice(0, 8);
  log.error({ err: error, incidentId }, "bug");
  return new AppError(
    "bug",
    `Something went wrong on our side, sorry. Please tell your admin the incident id ${incidentId}.`,
  );
}

/** The reply that explains a failure. */
export function failureReply(error: unknown, where: Where): Reply {
  return say(`:warning: ${explain(asAppError(error, where))}`);
}
