import { performance } from "node:perf_hooks";
import { type Reply, say } from "../../platform/blocks/reply.ts";
import type { CostLedger, ReadProgress } from "./ledger/ledger.ts";
import type { DaySpan } from "../../lib/period/spans.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import { plural } from "../../lib/text.ts";
import { humanDuration, hourMs } from "../../lib/duration.ts";
import type { Telling } from "../../platform/commands/command.ts";
import { explain } from "../../platform/blocks/explain.ts";
import { placeInMrkdwn } from "../../platform/blocks/link.ts";
import type { CostsContext } from "./context.ts";
import { utcDay } from "../../lib/day.ts";
import type { Schedule } from "../../platform/jobs/schedules/kept-schedules.ts";
import { tellOwner } from "../../platform/jobs/schedules/schedules.ts";

// Whether a moment has come to tell is judged by the one who is told.
const tellEveryMs = 500;

/** Makes sure that the days are at hand, and tells how far it is while that takes long. Fails as AppError. */
export async function readCosts(
  ledger: CostLedger,
  spans: readonly DaySpan[],
  telling?: Telling,
): Promise<void> {
  let told: { progress: ReadProgress; atMs: number } | undefined;
  const tell = () => told && void telling?.progress(progressReply(sinceThen(told)));
  // A wait for the cloud brings no news, and is what people most want to know of.
  const timer = setInterval(tell, tellEveryMs);
  try {
    await ledger.fetch(spans, (progress) => {
      told = { progress, atMs: performance.now() };
      tell();
    });
  } catch (error) {
    throw forbiddenInWords(error);
  } finally {
    clearInterval(timer);
  }
}

function sinceThen({ progress, atMs }: { progress: ReadProgress; atMs: number }): ReadProgress {
  const passed = Math.floor((performance.now() - atMs) / 1_000);
  return {
    ...progress,
    secondsLeft: Math.max(Math.min(1, progress.secondsLeft), progress.secondsLeft - passed),
  };
}

/** How far reading is. */
export function progressReply({ done, of, secondsLeft }: ReadProgress): Reply {
  const left = secondsLeft > 0 ? `, about ${humanDuration(secondsLeft)} left` : "";
  return say(
    `Reading costs: ${done} of ${plural(of, "part")}${left}. The cloud takes few requests at a time; what is read once is kept.`,
  );
}

/** The right that a key lacks has a name. */
function forbiddenInWords(error: unknown): unknown {
  if (!isAppError(error, "forbidden")) return error;
  const { message, operation, requestId } = error;
  return new AppError(
    "forbidden",
    `${message} The key needs the right to read the organization's usage costs (billing), which is given in the cloud's console.`,
    { operation, requestId, cause: error },
  );
}

/** How soon to try again where the cloud refused to tell its costs. */
export const refusedAgainInMs = hourMs;

/**
 * Fetches the costs of some days for an order. False where the cloud refuses them to us (the key, its rights, the
 * connection) or its answer is not understood: the one who gave the order is told in direct messages, once a day for each kind of refusal. Other failures
 * are the engine's to try again.
 */
export async function fetchCosts(
  context: CostsContext,
  order: Schedule,
  { spans, orderInWords }: { spans: readonly DaySpan[]; orderInWords: string },
): Promise<boolean> {
  try {
    await context.ledgerOf(order.connection).fetch(spans);
    return true;
  } catch (error) {
    if (!isAppError(error, "auth", "forbidden", "missing", "user") && !isUnclear(error)) throw error;
    context.log.warn({ err: error, orderId: order.id }, "a schedule cannot read its costs");
    await tellOwner(context, order, {
      about: `refused:${error.kind}:${utcDay(context.now())}`,
      mrkdwn: `:warning: ${orderInWords} ${placeInMrkdwn(order)} waits: the costs cannot be read. ${explain(error)} It is tried again every hour.`,
    });
    return false;
  }
}

/** True for an answer that came and cannot be read: trying again at once does not help, and its amounts are not 0. */
function isUnclear(error: unknown): error is AppError {
  return isAppError(error, "upstream") && error.succeeded;
}
