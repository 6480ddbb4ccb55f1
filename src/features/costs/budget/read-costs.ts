import type { CostsContext } from "../context.ts";
import { type ScopedDay, amountsOfDays } from "../day-amounts.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import type { BudgetOrder } from "./schedule.ts";
import { periodOf } from "../../../platform/jobs/schedules/schedules.ts";

/** What costs were on the days to judge by. */
export interface Looked {
  days: readonly ScopedDay[];
  today: Day;
}

/** The parts of an order that say which costs it is about. */
export type Scope = Pick<BudgetOrder, "connection" | "service">;

/** A forecast needs a week before today. */
const daysForForecast = 7;

/** The days that tell how a budget stands: those of its present period and of the ones that are still followed, and the last week. */
export function daysToRead({ every, state }: Pick<BudgetOrder, "every" | "state">, now: Date): DaySpan {
  const today = utcDay(now);
  const begins = [periodOf(every, today).from, ...state.periods.map(({ from }) => from)];
  const [from = today] = [addDays(today, -daysForForecast), ...begins].toSorted();
  return { from, to: today };
}

/** Reads the costs of fetched days that an order is about; the span ends today. */
export async function lookAt(
  { connection, service }: Scope,
  span: DaySpan,
  { ledgerOf, services }: Pick<CostsContext, "ledgerOf" | "services">,
): Promise<Looked> {
  const label = await services.labels();
  const days = await amountsOfDays(ledgerOf(connection).days(span), service?.serviceId, label);
  return { days, today: span.to };
}
