import { countDays } from "../../../lib/day.ts";
import type { ChartFacts } from "../../../platform/pictures/chart/facts.ts";
import type { CostBucket, CostSummary } from "../summary.ts";
import type { CostView } from "../read-words.ts";

/** What the picture of an answer shows: stacked by metric where the answer is by metric or of one service, else by service. */
export function chartOf(summary: CostSummary, view: CostView, service?: string): ChartFacts {
  const by = view === "metric" || service !== undefined ? "metric" : "service";
  const parts = by === "service" ? summary.services : summary.metrics;
  const of = service === undefined ? "" : ` of ${service}`;
  return {
    kind: "chart",
    title: `Credits a ${bucketName(summary.buckets)}${of} by ${by}, ${summary.range.label}`,
    by,
    buckets: summary.buckets.map(({ label, provisional }) => ({ label, provisional })),
    series: parts
      .filter(({ total }) => !total.isZero())
      .map(({ name, amounts }) => ({ name, amounts: amounts.map((amount) => amount.toNumber()) })),
  };
}

function bucketName(buckets: readonly CostBucket[]): string {
  const longest = Math.max(...buckets.map(({ from, to }) => countDays(from, to)));
  if (longest <= 1) return "day";
  return longest <= 7 ? "week" : "month";
}
