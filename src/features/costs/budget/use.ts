import { teamLookup } from "../../owners/index.ts";
import { teamFilter } from "../aggregate.ts";
import type { Decimal } from "decimal.js";
import { type BudgetLevel, type BudgetPeriod, budgetLevels, type BudgetSchedule } from "./schedule.ts";
import { type Forecast, type ScopedDay, amountsOfDays, forecast, leastBasisDays } from "../forecast.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { type Day, countDays, addDays, utcDay } from "../../../lib/day.ts";
import { type CreditPrice, Credits, sum } from "../../../lib/money.ts";
import type { CostsContext } from "../context.ts";
import { periodOf } from "../../../platform/jobs/schedules/schedules.ts";
import type { DayAmounts, DayPart } from "../anomalies/anomalies.ts";
import { sortedParts } from "../parts.ts";

/** How much of a budget is used. */
export interface BudgetStatus {
  credits: Decimal;
  used: Decimal;
  /** The forecast for the whole period; null if there is none. */
  expected: Decimal | null;
  /** True while the period goes on. */
  goesOn: boolean;
}

/**
 * The reached levels, in rising order. For a period that is over, only an exceeded budget is news. If all is used, the
 * forecast counts as reached too, because it is no longer needed.
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
 * Marks the newly reached levels as posted, and the highest of them as the one to post. A level that is still to be
 * posted comes first, unless a new one is higher.
 */
export function judged(period: BudgetPeriod, status: BudgetStatus): BudgetPeriod {
  const reached = reachedLevels(status);
  const toPost = reached.findLast((level) => !period.posted.includes(level));
  if (toPost === undefined || isHigher(period.toPost, toPost)) return period;
  const posted = budgetLevels.filter((one) => period.posted.includes(one) || reached.includes(one));
  return { ...period, posted, toPost };
}

/** The period with another amount. Levels that it has reached too stay posted; the others may be posted again. */
export function withAmount(period: BudgetPeriod, credits: string, status: BudgetStatus): BudgetPeriod {
  if (period.credits === credits) return period;
  const reached = reachedLevels(status);
  const posted = period.posted.filter((level) => reached.includes(level) && level !== period.toPost);
  return { from: period.from, credits, posted };
}

function isHigher(level: BudgetLevel | undefined, other: BudgetLevel): boolean {
  return level !== undefined && budgetLevels.indexOf(level) > budgetLevels.indexOf(other);
}

/** The use of a budget in one of its periods. */
export interface BudgetUse extends BudgetStatus {
  period: DaySpan;
  today: Day;
  /** Below 0 if more was used. */
  left: Decimal;
  /** The days after today. */
  daysLeft: number;
  /** The mean of the days that are over; null on the first day. */
  perDay: Decimal | null;
  /** Null if the period is over, or if it is too early. */
  forecast: Forecast | null;
  /** The days that may still change, including today. */
  provisional: Day[];
  costliest: Costliest;
  /** What a credit costs, if the connection has a price. */
  price: CreditPrice | undefined;
}

/** Adds up one period of a budget. The days must begin at least a week before today. */
export function budgetUse(
  { credits: amount, service }: Pick<BudgetSchedule, "credits" | "service">,
  { period, days, today, price }: BudgetDays & { period: DaySpan },
): BudgetUse {
  const inside = days.filter(({ day }) => day >= period.from && day <= period.to);
  const over = inside.filter(({ day }) => day < today);
  const credits = new Credits(amount);
  const used = totalOf(inside);
  const expected =
    over.length < leastBasisDays || today > period.to ? null : forecast({ period, days, today });
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
    price,
  };
}

function totalOf(days: readonly ScopedDay[]): Decimal {
  return sum(days.map(({ total }) => total));
}

/** The costs that a budget is judged by. */
export interface BudgetDays {
  days: readonly ScopedDay[];
  today: Day;
  price?: CreditPrice | undefined;
}

/** The costs that a budget is for. */
type Scope = Pick<BudgetSchedule, "connection" | "service" | "team">;

/** A forecast needs a week before today. */
const daysForForecast = 7;

/** The days to read for a budget: its present period, the followed periods, and the last week. */
export function daysToRead({ every, state }: Pick<BudgetSchedule, "every" | "state">, now: Date): DaySpan {
  const today = utcDay(now);
  const begins = [periodOf(every, today).from, ...state.periods.map(({ from }) => from)];
  const [from = today] = [addDays(today, -daysForForecast), ...begins].toSorted();
  return { from, to: today };
}

/** Reads a budget's costs from fetched days. The span ends today. */
export async function readBudgetDays(
  { connection, service, team }: Scope,
  span: DaySpan,
  {
    ledgerOf,
    services,
    owners,
    creditPrices,
  }: Pick<CostsContext, "ledgerOf" | "services" | "owners" | "creditPrices">,
): Promise<BudgetDays> {
  const label = await services.labels();
  const scope = team ? teamFilter(team, await teamLookup({ owners })) : service?.serviceId;
  const days = await amountsOfDays(ledgerOf(connection).days(span), scope, label);
  return { days, today: span.to, price: await creditPrices.of(connection) };
}

/** The costliest parts of some days, and the number of the others. */
interface Costliest {
  parts: { name: string; total: Decimal; share: Decimal | null }[];
  others: number;
}

const most = 3;

/** The three costliest services or metrics of some days. */
export function costliestOf(days: readonly DayAmounts[], kind: DayPart["kind"]): Costliest {
  const ofKind = days.flatMap(({ parts }) => parts).filter((part) => part.kind === kind);
  const byId = [...Map.groupBy(ofKind, ({ id }) => id)];
  const named = byId.map(([id, parts]) => {
    const total = sum(parts.map(({ amount }) => amount));
    return { id, name: parts.at(-1)?.name ?? id, amounts: [total], total, compared: total, previous: total };
  });
  const parts = sortedParts(named).filter(({ total }) => total.gt(0));
  return { parts: parts.slice(0, most), others: Math.max(0, parts.length - most) };
}
