import type { Decimal } from "decimal.js";
import { type Day, addDays, countDays, endOf, startOf } from "../../lib/day.ts";
import { Credits, sum } from "../../lib/money.ts";
import { type DaySpan, earlier } from "../../lib/period/spans.ts";
import { amountsOfDays } from "./day-amounts.ts";
import type { CostLedger } from "./ledger/ledger.ts";

/** What a period comes to, if its days left cost as much as the last ones did. */
export interface Forecast {
  /** What it has cost until now, a part of today included. */
  soFar: Decimal;
  /** What a day costs: the mean of the days it is based on. */
  perDay: Decimal;
  expected: Decimal;
  /** At most the seven days before today, as they are over. */
  basis: DaySpan;
}

interface DayTotal {
  day: Day;
  total: Decimal;
}

const basisDays = 7;

/**
 * The forecast of a period from its days so far and the seven before today; null where there are no costs to go by.
 * Days before the first that cost anything do not count: there was nothing yet. Today counts as a whole day, or as what
 * it has cost already where that is more.
 */
export function forecast({
  period,
  days,
  today,
}: {
  period: DaySpan;
  days: readonly DayTotal[];
  today: Day;
}): Forecast | null {
  const inOrder = days.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const since = inOrder.find(({ total }) => !total.isZero())?.day;
  if (since === undefined) return null;
  const basis = inOrder.filter(({ day }) => day < today && day >= addDays(today, -basisDays) && day >= since);
  const [first, last] = [basis.at(0), basis.at(-1)];
  if (!first || !last) return null;
  const perDay = totalOf(basis).div(basis.length);
  const soFar = totalOf(inOrder.filter(({ day }) => day >= period.from && day <= period.to && day <= today));
  const spentToday = totalOf(inOrder.filter(({ day }) => day === today));
  return {
    soFar,
    perDay,
    expected: soFar.plus(left(period, { today, perDay, spentToday })),
    basis: { from: first.day, to: last.day },
  };
}

function left(
  { from, to }: DaySpan,
  { today, perDay, spentToday }: { today: Day; perDay: Decimal; spentToday: Decimal },
): Decimal {
  const tomorrow = addDays(today, 1);
  const wholeDays = Math.max(0, countDays(from > tomorrow ? from : tomorrow, to));
  const ofToday = from <= today && today <= to ? Credits.max(0, perDay.minus(spentToday)) : new Credits(0);
  return perDay.times(wholeDays).plus(ofToday);
}

function totalOf(days: readonly DayTotal[]): Decimal {
  return sum(days.map(({ total }) => total));
}

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
