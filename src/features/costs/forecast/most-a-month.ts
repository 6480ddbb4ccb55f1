import type { Decimal } from "decimal.js";
import type { RateFinding } from "../estimates/compute-rate-lookup.ts";
import { type RequestedSize, estimateDay } from "../estimates/estimate.ts";

const days = 30;

/** What a service's compute costs in 30 days at its largest, in credits; undefined where nobody can tell. */
export function mostCreditsAMonth(
  request: RequestedSize,
  finding: RateFinding | undefined,
  adminRate: Decimal.Value | undefined,
): Decimal | undefined {
  const rate = finding?.status === "known" ? finding.rate.creditsPerGbHour : adminRate;
  if (rate === undefined) return undefined;
  return estimateDay(request, rate)?.highCredits?.times(days);
}
