import { type Day, addDays, humanDays } from "../../../lib/day.ts";
import { formatCredits, formatPercent } from "../../../lib/money.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import type { CostSummary } from "../summary.ts";

type Compared = Pick<CostSummary, "change" | "range" | "days" | "total" | "previousTotal">;

/** The change of the total against the period before as a sentence, with another where that had no costs for a long while. */
export function changeInWords({ change, range, days, total, previousTotal }: Compared): string {
  const before = when(range.previous);
  if (previousTotal.isZero()) return `Nothing to compare with: no costs ${before}.`;
  // What was paid back is no basis for a percentage.
  if (change === null) return `${formatCredits(total)} after ${formatCredits(previousTotal)} ${before}.`;
  if (change.credits.isZero()) return `As much as ${before}.`;
  const direction = change.credits.gt(0) ? "more" : "less";
  const sentence = `${formatCredits(change.credits.abs())} ${direction} than ${before} (${formatPercent(change.percent)}).`;
  const first = lateStart({ range, days });
  return first === undefined
    ? sentence
    : `${sentence} The period before has no costs until ${humanDays(first, first)}.`;
}

// Shorter gaps are week-ends, and days on which nothing ran.
const longGapInDays = 7;

/** The first day with costs of the period before, where a week or more of it came to nothing before that. */
function lateStart({ range, days }: Pick<Compared, "range" | "days">): Day | undefined {
  const gap = days.findIndex(({ previous }) => previous !== undefined && !previous.isZero());
  return gap < longGapInDays ? undefined : addDays(range.previous.from, gap);
}

/** Days as they stand in a sentence: "on 20 Nov 2026" or "from 14 to 20 Nov 2026". */
export function when({ from, to }: DaySpan): string {
  return `${from === to ? "on" : "from"} ${humanDays(from, to)}`;
}
