import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from "@slack/web-api";
import { AppError, type AppErrorDetails, type ErrorKind } from "../../lib/errors.ts";
import { proxyFailureIn } from "../cloud/transport/proxy.ts";
import type { Tracing } from "../../lib/tracing/tracing.ts";
import type { Logger } from "pino";
import * as texts from "./texts.ts";
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
  users_not_found: "missing",
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

/** For failures that a person may read about. */
const sentenceByKind: Partial<Record<ErrorKind, string>> = texts.failures;

/** Errors that a person in the channel can correct. */
const sentenceByAnswer: Readonly<Record<string, string>> = texts.refusals;

/** A whole answer that isn't Slack's JSON. A proxy wrote it, and Slack may have done the call. */
export class UnclearAnswer extends Error {}

// Of one word only the known ones are Slack's: web-api takes any body for an error's name.
const slackWord = /^[a-z\d]+(?:_[a-z\d]+)+$/;

function isSlacks(answer: unknown): answer is string {
  return typeof answer === "string" && (answer in kindByAnswer || slackWord.test(answer));
}

/** A failed call of the Web API as an AppError. */
export function slackFailure(operation: string, error: unknown): AppError {
  const details = { operation, cause: error };
  const proxy = proxyFailureIn(error);
  if (proxy) return new AppError("upstream", proxy.message, details);
  if (error instanceof WebAPIPlatformError) {
    const answer: unknown = error.data.error;
    if (!isSlacks(answer)) return unclear(texts.unclear, details);
    const kind = kindByAnswer[answer] ?? "bug";
    const lacking = answer === "missing_scope" ? neededScopes(error.data) : undefined;
    if (lacking !== undefined)
      return new AppError(kind, texts.lacksScope(lacking), { ...details, code: answer });
    const sentence = sentenceByAnswer[answer] ?? sentenceByKind[kind] ?? texts.refused;
    return new AppError(kind, `${sentence} (${answer}).`, { ...details, code: answer });
  }
  if (error instanceof WebAPIRateLimitedError) {
    const retryAfterMs = error.retryAfter * 1_000;
    return new AppError("limited", texts.wait(error.retryAfter), { ...details, retryAfterMs });
  }
  if (error instanceof WebAPIHTTPError)
    return new AppError("upstream", `${texts.failures.upstream} (${error.statusCode}).`, details);
  if (error instanceof UnclearAnswer) return unclear(texts.unclear, details);
  if (error instanceof WebAPIRequestError) return unclear(texts.noAnswer, details);
  return new AppError("bug", texts.unexpected, details);
}

/** The scopes that Slack names. One of them is enough. */
function neededScopes(answer: object): string[] | undefined {
  const needed = "needed" in answer ? answer.needed : undefined;
  return typeof needed === "string" && /^[\w:.,]+$/.test(needed) ? needed.split(",") : undefined;
}

/** Calls Slack. Fails as AppError. */
export async function calling<T>(method: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw slackFailure(method, error);
  }
}

function unclear(message: string, details: AppErrorDetails): AppError {
  return new AppError("upstream", message, { ...details, outcomeUnknown: true });
}

/** True if Slack refused the metadata, so the same without it may work. */
export function refusedMetadata(error: unknown): boolean {
  // Such as error_processing_metadata, invalid_metadata_format and metadata_too_large.
  return wordOf(error).includes("metadata");
}

/** True if Slack refused the blocks, so plain text may still work. */
export function refusedBlocks(error: unknown): boolean {
  const answer = wordOf(error);
  return answer.startsWith("invalid_blocks") || blockRefusals.has(answer);
}

/** Slack's word for its refusal. Empty for any other failure. */
function wordOf(error: unknown): string {
  const answer: unknown = error instanceof WebAPIPlatformError ? error.data.error : undefined;
  return isSlacks(answer) ? answer : "";
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
  tracing: Pick<Tracing, "failed">;
}

/** Any failure as an AppError. An unknown one is a bug, with an incident id that is also in the log. */
export function asAppError(error: unknown, { log, newId, tracing }: Where): AppError {
  tracing.failed(error);
  if (error instanceof AppError && error.kind !== "bug") {
    log.info({ err: error, kind: error.kind }, "answered with a failure");
    return error;
  }
  const incidentId = newId().slice(0, 8);
  log.error({ err: error, incidentId }, "bug");
  return new AppError("bug", texts.bug(incidentId));
}

/** The reply that explains a failure. */
export function failureReply(error: unknown, where: Where): Reply {
  return say(`:warning: ${explain(asAppError(error, where))}`);
}
