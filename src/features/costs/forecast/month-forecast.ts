import type { Decimal } from "decimal.js";
import { type Day, addDays, endOf, startOf } from "../../../lib/day.ts";
import { amountsOfDays } from "../day-amounts.ts";
import { type Forecast, forecast } from "./forecast.ts";
import type { CostLedger } from "../ledger/ledger.ts";
import { type DaySpan, earlier } from "../../../lib/period/spans.ts";

/** Where a month is heading. */
export interface MonthForecast extends Forecast {
  /** The first of its days. */
  month: Day;
}

// Each weekday counts once.
const daysOfLate = 7;

/** The days that tell where the month of `today` is heading: all of it so far, and the week before today. */
export function forecastSpan(today: Day): DaySpan {
  return { from: earlier(startOf("month", today), addDays(today, -daysOfLate)), to: today };
}

/** Where the month of `today` is heading, all of it or one service; of days that a ledger has fetched. */
export async function readMonthForecast(
  ledger: Pick<CostLedger, "days">,
  today: Day,
  serviceId?: string,
): Promise<MonthForecast | undefined> {
  return monthForecast(await amountsOfDays(ledger.days(forecastSpan(today)), serviceId), today);
}

/** Where the month of `today` is heading, by the days of `forecastSpan`; undefined where nothing can be told. */
export function monthForecast(
  days: readonly { day: Day; total: Decimal }[],
  today: Day,
): MonthForecast | undefined {
  const month = startOf("month", today);
  const found = forecast({ period: { from: month, to: endOf("month", today) }, days, today });
  return found && found.expected.gt(0) ? { ...found, month } : undefined;
}
