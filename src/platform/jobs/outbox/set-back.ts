import { minuteMs } from "../../../lib/duration.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { truncate } from "../../../lib/text.ts";
import { backOffMs, unknownLimitMs } from "../keep-trying.ts";
import { postHoldMs } from "../post-once.ts";
import type { Resolution, Taken } from "./outbox.ts";
import type { OutboxRun, Turn } from "./run.ts";
import { longestPauseMs } from "./scripts.ts";
import { type Shown, type TraceEntry, withoutClaim, withoutRoot, withoutTrouble } from "./shown.ts";
import type { OutboxView } from "./source.ts";
import { resolveItem } from "./turn.ts";

/** The failed call of Slack. Without a call, reading the wanted state failed. */
interface Failed {
  error: unknown;
  move?: CallTrace["call"];
  trace?: CallTrace;
}

/** This many unexplained failures in a row make a dead letter. */
const mostTries = 8;
/** After this many, the source is notified, because more tries may not help. */
const stuckAfterTries = 3;
/** This many failures in an outbox, of any items, are Slack's trouble. */
const fewFailures = 3;
const longestOutboxWaitMs = 20_000;
const longestItemWaitMs = minuteMs;
/** The pause after a refused token. It doubles with each further refusal. */
const firstTokenWaitMs = 15_000;

/** Saves that an item couldn't be shown, and when or where it is tried again. */
export async function setBack(run: OutboxRun, taken: Taken, view: OutboxView, failed: Failed): Promise<Turn> {
  const atMs = run.now().getTime();
  run.tracing.failed(failed.error);
  const refusal = refusalOf(failed.error, failed.move);
  const facts = { run, taken, view, atMs, failed };
  logRefusal(facts, refusal);
  if (["no token", "later", "trouble", "unexpected"].includes(refusal.kind))
    run.watch?.failed(run.workspaceId, run.channelId, failed.error);
  const resolution = await resolutionOf(refusal, facts);
  return resolveItem(run, taken, {
    atMs,
    events: "waiting",
    notBeforeMs: run.everyMs > 0 ? atMs + run.everyMs : undefined,
    ...resolution,
    trace: [...(failed.trace ? [failed.trace] : []), ...(resolution.trace ?? [])],
  });
}

interface Facts {
  run: OutboxRun;
  taken: Taken;
  view: OutboxView;
  atMs: number;
  failed: Failed;
}

type Partly = Partial<Resolution> & Pick<Resolution, "shown">;

async function resolutionOf(refusal: Refusal, facts: Facts): Promise<Partly> {
  const { taken, view, atMs, failed } = facts;
  // A post may exist if the search for it failed.
  const shown = failed.move === "find" ? taken.shown : withoutClaim(taken.shown);
  switch (refusal.kind) {
    case "later": {
      const untilMs = atMs + Math.min(refusal.afterMs, longestPauseMs);
      // Other messages need no search.
      if (failed.move === "find") return { shown, again: untilMs };
      return { shown, again: taken.dueMs, notBeforeMs: untilMs };
    }
    case "no token": {
      // An admin must change something first, or Slack was wrong.
      const failures = view.failures + 1;
      const waitMs = Math.min(firstTokenWaitMs * 2 ** (failures - 1), longestPauseMs);
      return { shown, failures, again: taken.dueMs, notBeforeMs: atMs + waitMs };
    }
    case "trouble":
      return afterTrouble(facts);
    case "gone":
      return begunAgain(facts);
    case "no files":
      return { shown: { ...shown, refusesFiles: true }, again: taken.dueMs };
    case "unreachable":
      return elsewhere(shown, facts);
    case "unexpected":
      return afterSurprise(refusal.isUnclear && failed.move ? taken.shown : shown, facts);
  }
}

/** Slack has trouble: with one item at first, and with all if nothing gets through. */
function afterTrouble({ run, taken, view, atMs }: Facts): Partly {
  const failures = view.failures + 1;
  const tries = (taken.shown.tries ?? 0) + 1;
  const { claim } = taken.shown;
  const shown = { ...taken.shown, tries };
  const outboxWaitMs = Math.max(run.everyMs, backOffMs(failures, longestOutboxWaitMs));
  const isOutage = failures >= fewFailures && tries < mostTries;
  if (!isOutage) {
    const itemWaitMs = Math.max(postHoldMs, backOffMs(tries, longestItemWaitMs));
    return { shown, failures, again: atMs + itemWaitMs, notBeforeMs: atMs + outboxWaitMs };
  }
  // The same item again. Another one would leave another claim without an outcome.
  return {
    shown,
    failures,
    again: taken.dueMs,
    notBeforeMs: Math.max(atMs + outboxWaitMs, claim?.untilMs ?? 0),
  };
}

function begunAgain({ taken, atMs, failed }: Facts): Partly {
  const shown = withoutRoot(taken.shown);
  const moved = `started again: ${reasonOf(failed.error)}`;
  return {
    shown: { ...shown, generation: shown.generation + 1 },
    again: taken.dueMs,
    trace: [{ step: "moved", atMs, moved }],
  };
}

async function elsewhere(shown: Shown, facts: Facts): Promise<Partly> {
  const { run, taken, atMs, failed } = facts;
  const { workspaceId, channelId, source } = run;
  const reason = reasonOf(failed.error);
  const fate = await source.unreachable(workspaceId, channelId, taken.itemId, reason);
  if (fate === "dead") return dead(shown, facts);
  if (fate === "gone") return { shown, events: "merged", again: "gone" };
  const moved = `left this channel: ${reason}`;
  return { shown: { ...shown, leftFrom: channelId }, again: "gone", trace: [{ step: "moved", atMs, moved }] };
}

/** An item with an unexplained failure waits alone. The others go on. */
async function afterSurprise(before: Shown, facts: Facts): Promise<Partly> {
  const tries = (before.tries ?? 0) + 1;
  const { run, taken, failed } = facts;
  if (tries === stuckAfterTries && failed.move)
    await run.source.stuck(run.workspaceId, run.channelId, taken.itemId, reasonOf(failed.error));
  if (tries >= mostTries) return dead(before, facts);
  const atLeastMs = before.claim ? before.claim.untilMs - facts.atMs : 0;
  const again = facts.atMs + Math.max(backOffMs(tries, longestItemWaitMs), atLeastMs);
  return { shown: { ...before, tries }, again };
}

function dead(before: Shown, { atMs, failed }: Facts): Partly {
  const reason = reasonOf(failed.error);
  return {
    shown: withoutTrouble(before),
    events: "dead",
    letter: { reason, attempts: (before.tries ?? 0) + 1 },
    trace: [{ step: "moved", atMs, moved: `given up: ${reason}` }],
  };
}

function logRefusal({ run, taken, failed }: Facts, { kind }: Refusal): void {
  const facts = { err: failed.error, channelId: run.channelId, itemId: taken.itemId, call: failed.move };
  if (kind === "unexpected") run.log.error(facts, "an outbox item failed unexpectedly");
  else run.log.warn(facts, `Slack refused an outbox call: ${kind}`);
}

/** The meaning of a failed call for the item, its outbox and its channel. */
type Refusal =
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
function refusalOf(error: unknown, move: CallTrace["call"] | undefined): Refusal {
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
type CallTrace = Extract<TraceEntry, { step: "call" }>;

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
function reasonOf(error: unknown): string {
  return truncate(error instanceof AppError ? error.message : "Something went wrong.", 300);
}
