import type { Decimal } from "decimal.js";
import { costMetrics } from "../../platform/cloud/costs/usage.ts";
import { isNegligible, sum } from "../../lib/money.ts";
import { type CostFold, type PartTotals, totalsOf } from "./aggregate.ts";
import { type CostPart, sortedParts } from "./parts.ts";

/**
 * The costs of every metric that came to something in either period, the costliest first. Where the metrics do not
 * add up to the records' totals, the totals count and the difference is "Other".
 */
export function costsByMetric({ metrics }: CostFold, whole: PartTotals): CostPart[] {
  const parts = [...metrics].map(([id, sums]) => ({
    id,
    name: metricLabel(id),
    ...totalsOf(sums, whole.amounts.length),
  }));
  const came = [...parts, ...otherCost(parts, whole)];
  return sortedParts(came.filter(({ total, previous }) => !total.isZero() || !previous.isZero()));
}

function otherCost(parts: readonly PartTotals[], whole: PartTotals): Omit<CostPart, "share">[] {
  const left = (all: Decimal, amountOf: (part: PartTotals) => Decimal | undefined) =>
    all.minus(sum(parts.map((part) => amountOf(part) ?? 0)));
  const total = left(whole.total, (part) => part.total);
  const previous = left(whole.previous, (part) => part.previous);
  if (isNegligible(total) && isNegligible(previous)) return [];
  const amounts = whole.amounts.map((amount, index) => left(amount, (part) => part.amounts[index]));
  return [{ id: "", name: "Other", total, previous, amounts }];
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
