import type { Decimal } from "decimal.js";
import { type CostRecord, costMetrics } from "../cloud/usage-cost.ts";
import { sum } from "../lib/money.ts";
import { totalOf } from "./entities.ts";

/** What one kind of use cost. */
export interface MetricCost {
  label: string;
  total: Decimal;
}

// Half a hundredth shows as nothing; servers add up in floating point and are off by less.
const leastDifference = "0.005";

/**
 * The costs of every metric that came to something, the costliest first. Where the metrics do not add up to the
 * records' totals, the totals count and the difference is "Other".
 */
export function costsByMetric(records: readonly CostRecord[]): MetricCost[] {
  const amounts = Map.groupBy(
    records.flatMap(({ metrics }) => Object.entries(metrics)),
    ([metric]) => metric,
  );
  const costs = [...amounts].map(([metric, entries]) => ({
    label: metricLabel(metric),
    total: sum(entries.map(([, credits]) => credits)),
  }));
  return [...costs, ...otherCost(records, costs)]
    .filter(({ total }) => !total.isZero())
    .sort((a, b) => b.total.comparedTo(a.total));
}

function otherCost(records: readonly CostRecord[], costs: readonly MetricCost[]): MetricCost[] {
  const total = totalOf(records).minus(sum(costs.map((cost) => cost.total)));
  return total.abs().lt(leastDifference) ? [] : [{ label: "Other", total }];
}

/** A metric's label; one that the specification does not name is taken apart into words: `gpuHoursCredits` is "Gpu hours". */
export function metricLabel(metric: string): string {
  const known: Record<string, string> = costMetrics;
  if (Object.hasOwn(known, metric)) return known[metric] ?? metric;
  const words = metric
    .replace(/Credits$/, "")
    .replace(/(?<=[a-z\d])(?=[A-Z])|_+/g, " ")
    .toLowerCase()
    .trim();
  return words === "" ? metric : words.charAt(0).toUpperCase() + words.slice(1);
}
