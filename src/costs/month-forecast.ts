import { type Day, addDays, endOfMonth, startOfMonth } from "../lib/day.ts";
import { type Forecast, forecast } from "./forecast.ts";
import { type DaySpan, earlier } from "./named-ranges.ts";
import type { CostSummary } from "./summary.ts";

/** Where a month is heading. */
export interface MonthForecast extends Forecast {
  /** The first of its days. */
  month: Day;
}

// Each weekday counts once.
const daysOfLate = 7;

/** The days that tell where the month of `today` is heading: all of it so far, and the week before today. */
export function forecastSpan(today: Day): DaySpan {
  return { from: earlier(startOfMonth(today), addDays(today, -daysOfLate)), to: today };
}

/** Where the month of `today` is heading, by the days of `forecastSpan`; undefined where nothing can be told. */
export function monthForecast(days: CostSummary["days"], today: Day): MonthForecast | undefined {
  const month = startOfMonth(today);
  const found = forecast({ period: { from: month, to: endOfMonth(today) }, days, today });
  return found && found.expected.gt(0) ? { ...found, month } : undefined;
}
