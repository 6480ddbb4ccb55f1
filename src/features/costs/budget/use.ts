import type { Decimal } from "decimal.js";
import type { ScopedDay } from "../day-amounts.ts";
import { type Forecast, forecast } from "../forecast/forecast.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { type Costliest, costliestOf } from "../answer/costliest.ts";
import { type Day, countDays } from "../../../lib/day.ts";
import { Credits, sum } from "../../../lib/money.ts";
import type { BudgetOrder } from "./schedule.ts";
import type { Standing } from "./levels.ts";

/** How a budget stands in one of its periods. */
export interface BudgetUse extends Standing {
  period: DaySpan;
  today: Day;
  /** Below 0 where more was used. */
  left: Decimal;
  /** Those after today. */
  daysLeft: number;
  /** The mean of the days that are over; null before there is one. */
  perDay: Decimal | null;
  /** Null where the period is over, or where it is too early to say. */
  forecast: Forecast | null;
  /** Days whose costs may still change, today among them. */
  provisional: Day[];
  costliest: Costliest;
}

/** A forecast from fewer days of a period would be a guess. */
const leastDaysForForecast = 3;

/** Adds up one of a budget's periods, of days that begin at least a week before today. */
export function budgetUse(
  { credits: amount, service }: Pick<BudgetOrder, "credits" | "service">,
  { period, days, today }: { period: DaySpan; days: readonly ScopedDay[]; today: Day },
): BudgetUse {
  const inside = days.filter(({ day }) => day >= period.from && day <= period.to);
  const over = inside.filter(({ day }) => day < today);
  const credits = new Credits(amount);
  const used = totalOf(inside);
  const expected =
    over.length < leastDaysForForecast || today > period.to ? null : forecast({ period, days, today });
  return {
    period,
    today,
    credits,
    used,
    goesOn: today <= period.to,
    left: credits.minus(used),
    daysLeft: Math.max(0, countDays(today, period.to) - 1),
    perDay: over.length === 0 ? null : totalOf(over).div(over.length),
    forecast: expected,
    expected: expected?.expected ?? null,
    provisional: inside.filter(({ day, locked }) => day <= today && !locked).map(({ day }) => day),
    costliest: costliestOf(inside, service ? "metric" : "service"),
  };
}

function totalOf(days: readonly ScopedDay[]): Decimal {
  return sum(days.map(({ total }) => total));
}
