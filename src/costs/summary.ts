import type { Decimal } from "decimal.js";
import type { CostRecord } from "../cloud/usage-cost.ts";
import type { Day } from "../lib/day.ts";
import { type Change, Credits, changeBetween } from "../lib/money.ts";
import { sharesOf } from "../lib/share.ts";
import { type EntityCost, costsByEntity, totalOf } from "./entities.ts";
import { type MetricCost, costsByMetric } from "./metrics.ts";
import type { CostRange } from "./range.ts";

/** A part's percentage of the total; null where the total is not above 0. */
interface Share {
  share: Decimal | null;
}

/** What a period cost, in credits, exact to the last digit; lists start with the costliest. */
export interface CostSummary {
  range: CostRange;
  total: Decimal;
  previousTotal: Decimal;
  /** Null where the period before cost nothing, so that there is nothing to compare with. */
  change: Change | null;
  services: (EntityCost & Share)[];
  metrics: (MetricCost & Share)[];
  /** The days that have costs, in order; `provisional` ones may still change. */
  days: { day: Day; total: Decimal; provisional: boolean }[];
  /** The cloud's own grand total, only where it is not what its records add up to. */
  reportedTotal: Decimal | null;
}

/** Adds up the records of a period and compares them with the period before; `reportedTotal` is the cloud's own sum. */
export function summarizeCosts({
  range,
  current,
  previous,
  reportedTotal,
}: {
  range: CostRange;
  current: readonly CostRecord[];
  previous: readonly CostRecord[];
  reportedTotal?: number;
}): CostSummary {
  const total = totalOf(current);
  const previousTotal = totalOf(previous);
  return {
    range,
    total,
    previousTotal,
    change: changeBetween(total, previousTotal),
    services: withShares(costsByEntity(current, previous)),
    metrics: withShares(costsByMetric(current)),
    days: costsByDay(current),
    reportedTotal: disagreement(total, reportedTotal),
  };
}

function withShares<Cost extends { total: Decimal }>(costs: readonly Cost[]): (Cost & Share)[] {
  const shares = sharesOf(costs.map(({ total }) => total));
  return costs.map((cost, index) => ({ ...cost, share: shares[index] ?? null }));
}

function costsByDay(records: readonly CostRecord[]): CostSummary["days"] {
  return [...Map.groupBy(records, ({ date }) => date)]
    .map(([day, ofDay]) => ({ day, total: totalOf(ofDay), provisional: ofDay.some(({ locked }) => !locked) }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** The reported total where it differs by what would show: half a hundredth. */
function disagreement(total: Decimal, reported: number | undefined): Decimal | null {
  if (reported === undefined) return null;
  return total.minus(reported).abs().lt("0.005") ? null : new Credits(reported);
}
