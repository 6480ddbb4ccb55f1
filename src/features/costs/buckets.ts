import { type Day, addDays, countDays, daysFrom, daysInRuns, endOf, humanMonth } from "../../lib/day.ts";
import { type DaySpan, earlier } from "../../lib/period/spans.ts";

/** A run of days that is shown as one, with its label. */
export interface BucketSpan extends DaySpan {
  label: string;
}

// A chart with more bars is hard to read.
const mostDays = 45;
const mostDaysInWeeks = 180;

/** Cuts a span for charts: into days up to 45 days, into weeks from Monday up to 180 days, and into months beyond. */
export function bucketsOf(span: DaySpan): BucketSpan[] {
  const count = countDays(span.from, span.to);
  if (count <= mostDays) return cut(span, (day) => day, shortDays);
  if (count <= mostDaysInWeeks) return cut(span, (day) => endOf("week", day), shortDays);
  return cut(
    span,
    (day) => endOf("month", day),
    ({ from }) => humanMonth(from),
  );
}

function cut(
  { from, to }: DaySpan,
  lastDayOf: (day: Day) => Day,
  labelOf: (span: DaySpan) => string,
): BucketSpan[] {
  const buckets: BucketSpan[] = [];
  for (let day = from; day <= to;) {
    const span = { from: day, to: earlier(lastDayOf(day), to) };
    buckets.push({ ...span, label: labelOf(span) });
    day = addDays(span.to, 1);
  }
  return buckets;
}

function shortDays({ from, to }: DaySpan): string {
  return daysInRuns(daysFrom(from, to));
}
