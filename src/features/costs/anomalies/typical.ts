import type { Decimal } from "decimal.js";
import { type Day, weekdayOf } from "../../../lib/day.ts";
import { Credits } from "../../../lib/money.ts";

/** Which of two middle amounts counts: the one that makes the fewer days seem unusual. */
export type Middle = "upper" | "lower";

/** The median of the amounts on the same weekday, or of all where there is none of it; 0 of nothing. */
export function typicalFor<D extends { day: Day }>(
  day: Day,
  days: readonly D[],
  { amountOf, middle }: { amountOf: (day: D) => Decimal; middle: Middle },
): Decimal {
  const alike = days.filter((other) => weekdayOf(other.day) === weekdayOf(day));
  return median((alike.length === 0 ? days : alike).map(amountOf))[middle];
}

/** No weekday is taken for cheaper than this when distances are compared with what it costs. */
const leastScale = new Credits(1);

/**
 * How far days usually are from the median of their weekday, as a part of that: the median of all. So weekdays that cost
 * little are not measured by those that cost much.
 */
export function typicalDistance<D extends { day: Day }>(
  days: readonly D[],
  amountOf: (day: D) => Decimal,
): Decimal {
  const byWeekday = Map.groupBy(days, ({ day }) => weekdayOf(day));
  const distances = [...byWeekday.values()].flatMap((alike) => {
    const amounts = alike.map(amountOf);
    const { lower, upper } = median(amounts);
    const middle = lower.plus(upper).div(2);
    return amounts.map((amount) => amount.minus(middle).abs().div(scaleOf(middle)));
  });
  return median(distances).upper;
}

/** What distances from an amount are compared with. */
export function scaleOf(amount: Decimal): Decimal {
  return Credits.max(amount, leastScale);
}

/** The two middle amounts, which are one where their number is odd; 0 of none. */
function median(amounts: readonly Decimal[]): Record<Middle, Decimal> {
  const sorted = amounts.toSorted((a, b) => a.comparedTo(b));
  const upper = sorted[Math.floor(sorted.length / 2)] ?? new Credits(0);
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper;
  return { lower, upper };
}
