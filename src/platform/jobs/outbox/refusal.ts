import { AppError, isAppError } from "../../../lib/errors.ts";
import { truncate } from "../../../lib/text.ts";
import { unknownLimitMs } from "../keep-trying.ts";
import type { OutboxRun } from "./run.ts";
import type { TraceEntry } from "./shown.ts";

/** The meaning of a failed call for the item, its outbox and its channel. */
export type Refusal =
  | { kind: "later"; afterMs: number } // the outbox is to wait; nothing was posted
  | { kind: "no token" } // Slack does not take the app's token, maybe for this call only
  | { kind: "trouble" } // Slack may or may not have done it
  | { kind: "gone" } // the root, or the thread, is not there to go on with
  | { kind: "no files" } // the file is not taken, though a message may be
  | { kind: "unreachable" } // the channel takes nothing any more
  | { kind: "unexpected"; isUnclear: boolean }; // Slack takes this one for wrong, or we did something wrong

/** The message to change, or to reply to, is gone or may not be changed. */
const goneCodes = new Set([
  "message_not_found",
  "thread_not_found",
  "cant_update_message",
  "edit_window_closed",
]);

/** The meaning of a failed call. An unknown failure is a bug. */
export function refusalOf(error: unknown, move: CallTrace["call"] | undefined): Refusal {
  if (!(error instanceof AppError)) return { kind: "unexpected", isUnclear: true };
  const { kind, code, retryAfterMs = unknownLimitMs } = error;
  if (kind === "limited") return { kind: "later", afterMs: retryAfterMs };
  if (kind === "upstream") return { kind: "trouble" };
  if (move === "file" && code === "missing_scope") return { kind: "no files" };
  if (kind === "auth") return { kind: "no token" };
  if (move !== "post" && goneCodes.has(code ?? "")) return { kind: "gone" };
  if (kind === "forbidden" || kind === "missing") return { kind: "unreachable" };
  return move === "file" ? { kind: "no files" } : { kind: "unexpected", isUnclear: code === undefined };
}

/** A call of Slack in the trace. */
export type CallTrace = Extract<TraceEntry, { step: "call" }>;

/** The outcome of a call of Slack. */
type Called<T> = { value: T; trace: CallTrace } | { error: unknown; trace: CallTrace };

/** Calls Slack. Returns failures too. */
export async function calling<T>(
  { channelId, now, metrics }: Pick<OutboxRun, "channelId" | "now" | "metrics">,
  call: CallTrace["call"],
  work: () => Promise<T>,
): Promise<Called<T>> {
  const beganMs = now().getTime();
  const traced = (answer: string): CallTrace => {
    const atMs = now().getTime();
    return { step: "call", call, channelId, atMs, tookMs: atMs - beganMs, answer };
  };
  try {
    const value = await work();
    if (call !== "find") metrics?.outboxCall(call, call === "edit" ? "edited" : "posted");
    return { value, trace: traced("ok") };
  } catch (error) {
    metrics?.outboxCall(call, isAppError(error, "limited") ? "limited" : "failed");
    return { error, trace: traced(reasonOf(error)) };
  }
}

/** The reason of a failure, for people. */
export function reasonOf(error: unknown): string {
  return truncate(error instanceof AppError ? error.message : "Something went wrong.", 300);
}
