import { explain } from "../../platform/blocks/explain.ts";
import { placeInMrkdwn } from "../../platform/blocks/link.ts";
import type { CostsContext } from "./context.ts";
import type { DaySpan } from "../../lib/period/spans.ts";
import { type AppError, isAppError } from "../../lib/errors.ts";
import { utcDay } from "../../lib/day.ts";
import type { Schedule } from "../../platform/jobs/schedules/kept-schedules.ts";
import { hourMs } from "../../lib/duration.ts";
import { tellOwner } from "../../platform/jobs/schedules/schedules.ts";

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
