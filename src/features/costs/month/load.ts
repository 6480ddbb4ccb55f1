import type { Decimal } from "decimal.js";
import { type Day, addDays, endOf, startOf, utcDay } from "../../../lib/day.ts";
import { type CreditPrice, Credits } from "../../../lib/money.ts";
import type { CostRange } from "../../../lib/period/range.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { teamLookup } from "../../owners/index.ts";
import { daysToJudge } from "../anomalies/anomalies.ts";
import { type FoundDay, findUnusual } from "../anomalies/call.ts";
import { whatMoved } from "../anomalies/causes.ts";
import { BudgetSchedule } from "../budget/schedule.ts";
import { type BudgetUse, budgetUse } from "../budget/use.ts";
import type { CostsContext } from "../context.ts";
import { type Forecast, type ScopedDay, amountsOfDays, forecast } from "../forecast.ts";
import { type CostSummary, summarizeCosts } from "../summary.ts";

/** What the rest of a month may cost: as its cheapest and its dearest of the last days. */
export interface ForecastRange extends Forecast {
  least: Decimal;
  most: Decimal;
}

/** The page of one month of a connection. */
export interface MonthPage {
  connection: string;
  summary: CostSummary;
  /** Undefined for a month that is over, or without costs to go by. */
  ahead: ForecastRange | undefined;
  /** The monthly budgets of all costs and of services, with their use in this month. */
  budgets: { budget: BudgetSchedule; use: BudgetUse }[];
  unusual: FoundDay[];
  /** How many services were stopped, made smaller or deleted in this month. */
  reduced: number;
  price: CreditPrice | undefined;
}

/** The days that the page of a month needs. */
export function daysOfPage(range: CostRange): DaySpan[] {
  return [range, range.previous, { from: addDays(range.from, -daysToJudge), to: range.to }];
}

/** Makes the page of a month from fetched days. */
export async function loadMonth(
  range: CostRange,
  connection: string,
  context: CostsContext,
): Promise<MonthPage> {
  const { services, now, creditPrices } = context;
  const ledger = context.ledgerOf(connection);
  const price = await creditPrices.of(connection);
  const summary = await summarizeCosts({
    range,
    current: ledger.days(range),
    previous: ledger.days(range.previous),
    labelsOf: (seen) => services.labels(seen),
    teamOf: await teamLookup(context),
    price,
  });
  const today = utcDay(now());
  const span = { from: addDays(range.from, -daysToJudge), to: range.to };
  const label = await services.labels();
  const all = await amountsOfDays(ledger.days(span), undefined, label);
  return {
    connection,
    summary,
    ahead: aheadOf(range, all, today),
    budgets: await budgetsOf(range, connection, span, today, context),
    unusual: await findUnusual(range, all, { connection }, context),
    reduced: await reducedIn(range, connection, context),
    price,
  };
}

function aheadOf(range: CostRange, days: readonly ScopedDay[], today: Day): ForecastRange | undefined {
  const period = { from: startOf("month", range.from), to: endOf("month", range.from) };
  if (today > period.to) return undefined;
  const found = forecast({ period, days, today });
  if (!found) return undefined;
  const basis = days.filter(({ day }) => day >= found.basis.from && day <= found.basis.to);
  const totals = basis.map(({ total }) => total);
  const left = found.perDay.isZero() ? new Credits(0) : found.expected.minus(found.soFar).div(found.perDay);
  const atRate = (rate: Decimal) => found.soFar.plus(left.times(rate));
  return { ...found, least: atRate(Credits.min(...totals)), most: atRate(Credits.max(...totals)) };
}

async function budgetsOf(
  range: DaySpan,
  connection: string,
  span: DaySpan,
  today: Day,
  { schedules, services, ledgerOf, creditPrices }: CostsContext,
): Promise<MonthPage["budgets"]> {
  const monthly = (await schedules.list(BudgetSchedule)).filter(
    (budget) => budget.every === "monthly" && budget.connection === connection,
  );
  const price = await creditPrices.of(connection);
  const label = await services.labels();
  const period = { from: startOf("month", range.from), to: endOf("month", range.from) };
  const budgets: MonthPage["budgets"] = [];
  for (const budget of monthly) {
    const days = await amountsOfDays(ledgerOf(connection).days(span), budget.service?.serviceId, label);
    budgets.push({ budget, use: budgetUse(budget, { period, days, today, price }) });
  }
  return budgets;
}

// More than happens in a month.
const mostEntries = 20_000;

/** Counts what people made cheaper, from the audit log. Not what is known to be of another connection. */
async function reducedIn(
  { from, to }: DaySpan,
  connection: string,
  { audit, services }: CostsContext,
): Promise<number> {
  const others = new Set(
    (await services.list()).filter((each) => each.connection !== connection).map(({ name }) => name),
  );
  const span = { since: new Date(from), until: new Date(addDays(to, 1)) };
  const entries = await audit.read({ ...span, subject: "service", limit: mostEntries });
  const reduced = entries.filter((entry) => {
    const what = whatMoved(entry);
    const isHere = !others.has(entry.subject ?? "");
    return isHere && (what === "stopped" || what === "reduced" || what === "deleted");
  });
  return new Set(reduced.map(({ subject }) => subject)).size;
}
