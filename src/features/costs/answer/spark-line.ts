import { type Day, countDays, startOf } from "../../../lib/day.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import type { CostPart } from "../parts.ts";
import { type BucketUnit, bucketUnitOf } from "../buckets.ts";

// Without the full block, which would touch the line above.
const levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"];
/** Stands for a day that is not over. A bar would look like a fall. */
export const openSign = "░";
/** Bars span at least this share of the size. */
const leastHeight = 0.5;
const leastPoints = 2;
// More signs do not fit beside the other columns.
const mostSigns = 14;
const largerUnits: Partial<Record<BucketUnit, "week" | "year">> = { day: "week", month: "year" };

/** What a sign stands for: as much as a bar of the picture, but a week for more than 14 days, and a year for many months. */
export function sparkUnitOf(span: DaySpan, buckets: readonly DaySpan[]): BucketUnit {
  const unit = bucketUnitOf(span);
  return buckets.length > mostSigns ? (largerUnits[unit] ?? unit) : unit;
}

/**
 * The course of a part's costs: one sign for each day, week, month or year, in order. It counts by its mean day, because
 * the first and the last may be cut. Undefined for a single day, and without costs.
 */
export function sparkLine(
  { amounts, total, compared }: Pick<CostPart, "amounts" | "total" | "compared">,
  buckets: readonly DaySpan[],
  { unit, unfinished }: { unit: BucketUnit; unfinished: Day | undefined },
): string | undefined {
  const ofOpenDay = total.minus(compared).toNumber();
  const dated = buckets.map(({ from, to }, index) => ({ from, to, amount: amounts[index]?.toNumber() ?? 0 }));
  const groups = Map.groupBy(dated, ({ from }) => (unit === "day" ? from : startOf(unit, from)));
  const points = [...groups.values()].map((group) => {
    const amount = group.reduce((sum, each) => sum + each.amount, 0);
    const days = group.reduce((sum, { from, to }) => sum + countDays(from, to), 0);
    if (group.at(-1)?.to !== unfinished) return amount / days;
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
