import { humanDays } from "../lib/day.ts";
import { formatCredits, formatPercent } from "../lib/money.ts";
import type { DaySpan } from "./named-ranges.ts";
import type { CostSummary } from "./summary.ts";

/** The change of the total against the period before as a sentence. */
export function changeInWords({ change, range }: Pick<CostSummary, "change" | "range">): string {
  const before = when(range.previous);
  if (change === null) return `Nothing to compare with: no costs ${before}.`;
  if (change.credits.isZero()) return `As much as ${before}.`;
  const direction = change.credits.gt(0) ? "more" : "less";
  return `${formatCredits(change.credits.abs())} ${direction} than ${before} (${formatPercent(change.percent)}).`;
}

/** Days as they stand in a sentence: "on 20 Nov 2026" or "from 14 to 20 Nov 2026". */
export function when({ from, to }: DaySpan): string {
  return `${from === to ? "on" : "from"} ${humanDays(from, to)}`;
}
