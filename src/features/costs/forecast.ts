import type { Decimal } from "decimal.js";
import { type Day, addDays, countDays, endOf, startOf } from "../../lib/day.ts";
import { eventLoopYielder } from "../../lib/event-loop.ts";
import { type ExactSum, exactSum, totalOfSum } from "../../lib/exact-sum.ts";
import { Credits, isNegligible, sum } from "../../lib/money.ts";
import type { ServiceLabel } from "../../lib/names.ts";
import { type DaySpan, earlier } from "../../lib/period/spans.ts";
import {
  type CostAggregate,
  type PartSums,
  type ServiceFilter,
  addRecords,
  emptyAggregate,
  serviceFilter,
} from "./aggregate.ts";
import type { DayAmounts, DayPart } from "./anomalies/anomalies.ts";
import type { CostDay } from "./ledger/kept-days.ts";
import type { CostLedger } from "./ledger/ledger.ts";
import { labelled, metricLabel } from "./parts.ts";

/** The expected costs of a period, if its remaining days cost as much as the last ones. */
export interface Forecast {
  /** The costs up to now, including today's so far. */
  soFar: Decimal;
  /** Today's costs so far. They are a part of its mean day. */
  spentToday: Decimal;
  /** The mean of the days in `basis`. */
  perDay: Decimal;
  expected: Decimal;
  /** At most the seven whole days before today. */
  basis: DaySpan;
}

interface DayTotal {
  day: Day;
  total: Decimal;
}

const basisDays = 7;
/** A forecast from fewer days would be a guess. */
export const leastBasisDays = 3;

/**
 * Forecasts a period from its days so far and the seven before today; null if fewer than three of those are known. Days
 * before the first day with costs do not count. Today counts as a mean day, or as its costs so far if they are higher.
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
  if (!first || !last || basis.length < leastBasisDays) return null;
  const perDay = totalOf(basis).div(basis.length);
  const soFar = totalOf(inOrder.filter(({ day }) => day >= period.from && day <= period.to && day <= today));
  const spentToday = totalOf(inOrder.filter(({ day }) => day === today));
  return {
    soFar,
    spentToday,
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

/** The forecast of one month. */
export interface MonthForecast extends Forecast {
  /** Its first day. */
  month: Day;
}

// A week, so each weekday counts once.
const daysOfLate = 7;

/** The days that a forecast of the month of `today` needs: the month so far, and the week before today. */
export function forecastSpan(today: Day): DaySpan {
  return { from: earlier(startOf("month", today), addDays(today, -daysOfLate)), to: today };
}

/** Forecasts the month of `today` from a ledger's fetched days, for everything or for one service. */
export async function readMonthForecast(
  ledger: Pick<CostLedger, "days">,
  today: Day,
  serviceId?: string,
): Promise<MonthForecast | undefined> {
  return monthForecast(await amountsOfDays(ledger.days(forecastSpan(today)), serviceId), today);
}

/** Forecasts the month of `today` from the days of `forecastSpan`; undefined if there are no costs to go by. */
export function monthForecast(
  days: readonly { day: Day; total: Decimal }[],
  today: Day,
): MonthForecast | undefined {
  const month = startOf("month", today);
  const found = forecast({ period: { from: month, to: endOf("month", today) }, days, today });
  return found && found.expected.gt(0) ? { ...found, month } : undefined;
}

/** The costs of a day, of everything or of one service. */
export interface ScopedDay extends DayAmounts {
  /** True if the amounts are final. */
  locked: boolean;
}

/** Adds up each day, of everything, of one service or of what a filter picks. Yields to the event loop between days. */
export async function amountsOfDays(
  days: AsyncIterable<CostDay>,
  scope: string | ServiceFilter | undefined,
  label: ServiceLabel = (_, name) => name,
): Promise<ScopedDay[]> {
  const filter = typeof scope === "object" ? scope : serviceFilter(scope);
  const yieldIfLong = eventLoopYielder();
  const amounts: ScopedDay[] = [];
  for await (const { day, locked, records } of days) {
    const aggregate = emptyAggregate();
    const ofDay = exactSum();
    addRecords(aggregate, filter.pick(records), { bucket: 0, ofDay });
    const total = totalOfSum(ofDay);
    amounts.push({
      day,
      locked,
      total,
      parts: [...services(aggregate, label), ...metrics(aggregate, total)],
    });
    await yieldIfLong();
  }
  return amounts;
}

function services({ entities }: CostAggregate, label: ServiceLabel): DayPart[] {
  return [...entities].map(([id, sums]) => ({
    kind: "service",
    id,
    name: labelled(id, sums, label),
    amount: amountOf(sums),
  }));
}

/** If the metrics do not add up to the total, the total counts and the difference is "Other". */
function metrics({ metrics: all }: CostAggregate, total: Decimal): DayPart[] {
  const parts: DayPart[] = [...all].map(([id, sums]) => ({
    kind: "metric",
    id,
    name: metricLabel(id),
    amount: amountOf(sums),
  }));
  const other = total.minus(sum(parts.map(({ amount }) => amount)));
  return isNegligible(other) ? parts : [...parts, { kind: "metric", id: "", name: "Other", amount: other }];
}

const nothing: ExactSum = exactSum();

function amountOf({ buckets: [ofDay] }: PartSums): Decimal {
  return totalOfSum(ofDay ?? nothing);
}
