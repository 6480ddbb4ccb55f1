import {
  addDays,
  countDays,
  countMonths,
  daysFrom,
  daysInRuns,
  endOf,
  humanMonth,
  startOf,
} from "../../lib/day.ts";
import { type DaySpan, earlier } from "../../lib/period/spans.ts";

/** A run of days that is shown as one. */
export interface BucketSpan extends DaySpan {
  /** Its first day or its month, for an axis: "6 Jul", "Jul", "Jan 2026". */
  label: string;
  /** Its days, for a sentence: "6 Jul", "6 to 12 Jul", "Jul 2026". */
  name: string;
  /** True if it is less than a whole week, month or year. */
  partial: boolean;
}

/** What one bar or sign stands for. */
export type BucketUnit = "day" | "week" | "month" | "year";

// A chart with more bars is hard to read.
const mostBuckets = 45;
const mostDaysInWeeks = 126;

/** The unit to show a span by: days up to 45 days, weeks from Monday up to 18 weeks, months up to 45 months, or years. */
export function bucketUnitOf({ from, to }: DaySpan): BucketUnit {
  const count = countDays(from, to);
  if (count <= mostBuckets) return "day";
  if (count <= mostDaysInWeeks) return "week";
  return countMonths(from, to) <= mostBuckets ? "month" : "year";
}

/** Cuts a span into days, weeks, months or years, each with its names. */
export function bucketsOf(span: DaySpan): BucketSpan[] {
  const unit = bucketUnitOf(span);
  const buckets: BucketSpan[] = [];
  for (let from = span.from; from <= span.to;) {
    const end = unit === "day" ? from : endOf(unit, from);
    const to = earlier(end, span.to);
    const partial = unit !== "day" && (to < end || startOf(unit, from) < from);
    buckets.push({ from, to, ...namesOf(unit, { from, to }, buckets.length === 0), partial });
    from = addDays(to, 1);
  }
  return buckets;
}

function namesOf(
  unit: BucketUnit,
  { from, to }: DaySpan,
  isFirst: boolean,
): Pick<BucketSpan, "label" | "name"> {
  if (unit === "year") return { label: from.slice(0, 4), name: from.slice(0, 4) };
  if (unit !== "month") return { label: daysInRuns([from]), name: daysInRuns(daysFrom(from, to)) };
  const name = humanMonth(from);
  return { label: isFirst || from.slice(5, 7) === "01" ? name : name.slice(0, 3), name };
}
