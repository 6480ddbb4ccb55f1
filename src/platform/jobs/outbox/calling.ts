import { AppError, isAppError } from "../../../lib/errors.ts";
import { truncate } from "../../../lib/text.ts";
import type { TraceEntry } from "./trace.ts";
import type { LaneRun } from "./run.ts";

/** A call of Slack as it is traced. */
export type CallTrace = Extract<TraceEntry, { hop: "call" }>;

/** What a call of Slack led to. */
export type Called<T> = { value: T; trace: CallTrace } | { error: unknown; trace: CallTrace };

/** Calls Slack; a failure is an answer too. */
export async function calling<T>(
  { channelId, now, metrics }: Pick<LaneRun, "channelId" | "now" | "metrics">,
  call: CallTrace["call"],
  work: () => Promise<T>,
): Promise<Called<T>> {
  const beganMs = now().getTime();
  const traced = (answer: string): CallTrace => {
    const atMs = now().getTime();
    return { hop: "call", call, channelId, atMs, tookMs: atMs - beganMs, answer };
  };
  try {
    const value = await work();
    if (call !== "find") metrics?.laneCall(call, call === "edit" ? "edited" : "posted");
    return { value, trace: traced("ok") };
  } catch (error) {
    metrics?.laneCall(call, isAppError(error, "limited") ? "limited" : "failed");
    return { error, trace: traced(reasonOf(error)) };
  }
}

/** Why something failed, in words for people. */
export function reasonOf(error: unknown): string {
  return truncate(error instanceof AppError ? error.message : "Something failed in an unexpected way.", 300);
}
