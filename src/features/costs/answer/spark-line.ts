import { type Day, countDays } from "../../../lib/day.ts";
import type { CostPart } from "../parts.ts";
import type { BucketSpan } from "../buckets.ts";

// Without the full block, which would touch the line above.
const levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"];
/** Stands for a day that is not over. A bar would look like a fall. */
export const openSign = "░";
/** Bars span at least this share of the size. */
const leastHeight = 0.5;
const leastPoints = 2;

/**
 * The course of a part's costs: one sign for each bucket, in order. A bucket counts by its mean day, because the first
 * and the last may be cut. Undefined for a single day, and without costs.
 */
export function sparkLine(
  { amounts, total, compared }: Pick<CostPart, "amounts" | "total" | "compared">,
  buckets: readonly BucketSpan[],
  unfinished: Day | undefined,
): string | undefined {
  const ofOpenDay = total.minus(compared).toNumber();
  const points = buckets.map(({ from, to }, index) => {
    const amount = amounts[index]?.toNumber() ?? 0;
    const days = countDays(from, to);
    if (to !== unfinished) return amount / days;
    return days === 1 ? undefined : (amount - ofOpenDay) / (days - 1);
  });
  const known = points.filter((point) => point !== undefined);
  if (known.length < leastPoints || known.every((point) => point <= 0)) return undefined;
  const signOf = signsBetween(Math.min(...known), Math.max(...known));
  return points.map((point) => (point === undefined ? openSign : signOf(point))).join("");
}

/** Bars around the middle, so steady costs look level and small changes look small. */
function signsBetween(least: number, most: number): (point: number) => string {
  const height = Math.max(most - least, leastHeight * Math.max(Math.abs(most), Math.abs(least)));
  const middle = (most + least) / 2;
  const top = levels.length - 1;
  return (point) => levels[Math.round(((point - middle) / height + 0.5) * top)] ?? "";
}
