import { performance } from "node:perf_hooks";
import { utcDay } from "../../lib/day.ts";
import { hourMs } from "../../lib/duration.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import type { DaySpan } from "../../lib/period/spans.ts";
import { foldName } from "../../lib/text.ts";
import { formatChannel } from "../../platform/blocks/escape.ts";
import { explain } from "../../platform/blocks/explain.ts";
import { type Reply, say } from "../../platform/blocks/reply.ts";
import type { Responder } from "../../platform/commands/found.ts";
import { notFound } from "../../platform/commands/near.ts";
import type { Schedule, ScheduleKind } from "../../platform/jobs/schedules/kept-schedules.ts";
import { notifyOwner } from "../../platform/jobs/schedules/schedules.ts";
import { type ChoiceOfConnection, defaultNameOf } from "../connections/index.ts";
import type { CostsContext } from "./context.ts";
import type { CostLedger, ReadProgress } from "./ledger/ledger.ts";
import * as texts from "./texts.ts";

// The responder decides which of these reports it shows.
const reportEveryMs = 500;

/** Fetches the days that are missing, and reports progress while that takes long. Fails as AppError. */
export async function readCosts(
  ledger: CostLedger,
  spans: readonly DaySpan[],
  responder?: Responder,
): Promise<void> {
  let latest: { progress: ReadProgress; atMs: number } | undefined;
  const report = () => latest && void responder?.progress(progressReply(countedDown(latest)));
  // The ledger reports nothing during a wait for the cloud, and that is when people watch.
  const timer = setInterval(report, reportEveryMs);
  try {
    await ledger.fetch(spans, (progress) => {
      latest = { progress, atMs: performance.now() };
      report();
    });
  } catch (error) {
    throw explainForbidden(error);
  } finally {
    clearInterval(timer);
  }
}

function countedDown({ progress, atMs }: { progress: ReadProgress; atMs: number }): ReadProgress {
  const passed = Math.floor((performance.now() - atMs) / 1_000);
  return {
    ...progress,
    secondsLeft: Math.max(Math.min(1, progress.secondsLeft), progress.secondsLeft - passed),
  };
}

/** The reply that shows how far reading is. */
export function progressReply(progress: ReadProgress): Reply {
  return say(texts.reading(progress));
}

/** Names the right that the key lacks. */
function explainForbidden(error: unknown): unknown {
  if (!isAppError(error, "forbidden")) return error;
  const { message, operation, requestId } = error;
  return new AppError("forbidden", `${message} ${texts.missingRight}`, {
    operation,
    requestId,
    cause: error,
  });
}

/** The wait before the next try, in milliseconds, after the cloud refused to show its costs. */
export const refusedAgainInMs = hourMs;

/**
 * Fetches the costs of some days for a schedule. False if the cloud refuses them (because of the key, its rights or the
 * connection) or if its answer is unreadable. The schedule's owner then gets a direct message, once a day for each kind
 * of refusal. Other failures are thrown, and the engine retries.
 */
export async function fetchCosts<S extends Schedule>(
  context: CostsContext,
  kind: ScheduleKind<S>,
  schedule: S,
  spans: readonly DaySpan[],
): Promise<boolean> {
  try {
    await context.ledgerOf(schedule.connection).fetch(spans);
    return true;
  } catch (error) {
    if (!isAppError(error, "auth", "forbidden", "missing", "user") && !isUnclear(error)) throw error;
    context.log.warn({ err: error, scheduleId: schedule.id }, "a schedule can't read its costs");
    await notifyOwner(context, schedule, {
      about: `refused:${error.kind}:${utcDay(context.now())}`,
      mrkdwn: texts.scheduleWaits(kind.subject(schedule), formatChannel(schedule), explain(error)),
    });
    return false;
  }
}

/** True for an unreadable answer: an immediate retry does not help, and its amounts do not count as 0. */
function isUnclear(error: unknown): error is AppError {
  return isAppError(error, "upstream") && error.succeeded;
}

/** The connection that words name, or the default one. Fails as missing with the problem, and with the names near it. */
export async function cloudNamed(
  typed: string | undefined,
  { connections }: { connections: ChoiceOfConnection },
  problem: string,
): Promise<string> {
  if (typed === undefined) return defaultNameOf(connections);
  const names = (await connections.list()).flatMap(({ name, kind }) => (kind === "managed" ? [name] : []));
  const found = names.find((name) => foldName(name) === foldName(typed));
  if (found !== undefined) return found;
  throw notFound({ typed, names, message: problem });
}
