import type { Decimal } from "decimal.js";
import { type BudgetLevel, type BudgetPeriod, budgetLevels, type BudgetSchedule } from "./schedule.ts";
import { type ScopedDay, amountsOfDays } from "../day-amounts.ts";
import { type Forecast, forecast } from "../forecast.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { type Day, countDays, addDays, utcDay } from "../../../lib/day.ts";
import { Credits, sum } from "../../../lib/money.ts";
import type { CostsContext } from "../context.ts";
import { periodOf } from "../../../platform/jobs/schedules/schedules.ts";
import type { DayAmounts, DayPart } from "../anomalies/anomalies.ts";
import { sortedParts } from "../parts.ts";

/** How far a budget is used, and what it is expected to come to; null where that cannot be said, or not yet. */
export interface BudgetStatus {
  credits: Decimal;
  used: Decimal;
  expected: Decimal | null;
  /** True while the period goes on. */
  goesOn: boolean;
}

/**
 * The levels that were reached, in rising order. Of a period that is over only that it was exceeded is news, and where
 * all is used nobody needs a forecast, so that counts as reached with the rest.
 */
export function reachedLevels({ credits, used, expected, goesOn }: BudgetStatus): BudgetLevel[] {
  const isUsed = (percent: number) => used.times(100).gte(credits.times(percent));
  if (isUsed(100)) return [...budgetLevels];
  if (!goesOn) return [];
  return budgetLevels.filter((level) =>
    level === "forecast" ? expected?.gt(credits) : isUsed(Number(level)),
  );
}

/**
 * What is newly reached counts as told, and the highest of it is what there is to tell. What was to be told before, and
 * perhaps was not, comes first, unless the new says it all.
 */
export function judged(period: BudgetPeriod, status: BudgetStatus): BudgetPeriod {
  const reached = reachedLevels(status);
  const toTell = reached.findLast((level) => !period.told.includes(level));
  if (toTell === undefined || isHigher(period.toTell, toTell)) return period;
  const told = budgetLevels.filter((one) => period.told.includes(one) || reached.includes(one));
  return { ...period, told, toTell };
}

/** The same period with another amount: what was told and holds of it as well stays told, the rest may be told again. */
export function withAmount(period: BudgetPeriod, credits: string, status: BudgetStatus): BudgetPeriod {
  if (period.credits === credits) return period;
  const reached = reachedLevels(status);
  const told = period.told.filter((level) => reached.includes(level) && level !== period.toTell);
  return { from: period.from, credits, told };
}

function isHigher(level: BudgetLevel | undefined, other: BudgetLevel): boolean {
  return level !== undefined && budgetLevels.indexOf(level) > budgetLevels.indexOf(other);
}

/** How a budget stands in one of its periods. */
export interface BudgetUse extends BudgetStatus {
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
  { credits: amount, service }: Pick<BudgetSchedule, "credits" | "service">,
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

/** What costs were on the days to judge by. */
export interface BudgetDays {
  days: readonly ScopedDay[];
  today: Day;
}

/** The parts of an order that say which costs it is about. */
export type Scope = Pick<BudgetSchedule, "connection" | "service">;

/** A forecast needs a week before today. */
const daysForForecast = 7;

/** The days that tell how a budget stands: those of its present period and of the ones that are still followed, and the last week. */
export function daysToRead({ every, state }: Pick<BudgetSchedule, "every" | "state">, now: Date): DaySpan {
  const today = utcDay(now);
  const begins = [periodOf(every, today).from, ...state.periods.map(({ from }) => from)];
  const [from = today] = [addDays(today, -daysForForecast), ...begins].toSorted();
  return { from, to: today };
}

/** Reads the costs of fetched days that an order is about; the span ends today. */
export async function readBudgetDays(
  { connection, service }: Scope,
  span: DaySpan,
  { ledgerOf, services }: Pick<CostsContext, "ledgerOf" | "services">,
): Promise<BudgetDays> {
  const label = await services.labels();
  const days = await amountsOfDays(ledgerOf(connection).days(span), service?.serviceId, label);
  return { days, today: span.to };
}

/** What costs most of some days, and how many other parts there are. */
export interface Costliest {
  parts: { name: string; total: Decimal; share: Decimal | null }[];
  others: number;
}

const most = 3;

/** The costliest services or metrics of some days, of those that cost anything. */
export function costliestOf(days: readonly DayAmounts[], kind: DayPart["kind"]): Costliest {
  const ofKind = days.flatMap(({ parts }) => parts).filter((part) => part.kind === kind);
  const byId = [...Map.groupBy(ofKind, ({ id }) => id)];
  const named = byId.map(([id, parts]) => {
    const total = sum(parts.map(({ amount }) => amount));
    return { id, name: parts.at(-1)?.name ?? id, amounts: [total], total, previous: total };
  });
  const parts = sortedParts(named).filter(({ total }) => total.gt(0));
  return { parts: parts.slice(0, most), others: Math.max(0, parts.length - most) };
}
