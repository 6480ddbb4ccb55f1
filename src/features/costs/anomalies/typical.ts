import type { Decimal } from "decimal.js";
import { type Day, weekdayOf } from "../../../lib/day.ts";
import { Credits } from "../../../lib/money.ts";

/** Which of two middle amounts counts. Choose the one that makes fewer days unusual. */
export type Middle = "upper" | "lower";

/** The median of the amounts on the same weekday, or of all amounts if there is none; 0 for no days. */
export function typicalFor<D extends { day: Day }>(
  day: Day,
  days: readonly D[],
  { amountOf, middle }: { amountOf: (day: D) => Decimal; middle: Middle },
): Decimal {
  const alike = days.filter((other) => weekdayOf(other.day) === weekdayOf(day));
  return median((alike.length === 0 ? days : alike).map(amountOf))[middle];
}

/** The least amount to divide a distance by, so that cheap weekdays do not exaggerate. */
const leastScale = new Credits(1);

/**
 * The median distance of days from the median of their weekday, as a share of that median. So cheap weekdays are not
 * measured by expensive ones.
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

/** The amount to divide distances by, at least 1 credit. */
export function scaleOf(amount: Decimal): Decimal {
  return Credits.max(amount, leastScale);
}

/** The two middle amounts, which are equal for an odd count; 0 for no amounts. */
function median(amounts: readonly Decimal[]): Record<Middle, Decimal> {
  const sorted = amounts.toSorted((a, b) => a.comparedTo(b));
  const upper = sorted[Math.floor(sorted.length / 2)] ?? new Credits(0);
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper;
  return { lower, upper };
}
