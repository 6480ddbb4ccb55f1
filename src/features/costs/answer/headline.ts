import type { Decimal } from "decimal.js";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Day, countDays, daysInRuns, humanMonth, addDays, humanDays } from "../../../lib/day.ts";
import { formatCredits, separated, formatPercent } from "../../../lib/money.ts";
import { plural } from "../../../lib/text.ts";
import type { MonthForecast } from "../forecast.ts";
import type { CostSummary } from "../summary.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";

interface Headline {
  summary: CostSummary;
  service?: string;
  forecast?: MonthForecast;
  /** The day in UTC that it is, where somebody asks now. */
  today?: Day;
}

/** The total, its change, and where the month is heading: a line each, in mrkdwn. */
export function headlineOf({ summary, service, forecast, today }: Headline): string[] {
  const of = service === undefined ? "" : ` for *${escapeName(service)}*`;
  return [
    `*${formatCredits(summary.total)} credits*${of} ${when(summary.range)}.`,
    [formatTotalChange(summary), ...(summary.range.to === today ? [notOver(today)] : [])].join(" "),
    ...(forecast ? [formatForecast(forecast)] : []),
  ];
}

/** Stands beside the change, which a day that goes on makes smaller than it will be. */
function notOver(today: Day): string {
  return `${daysInRuns([today])} is not over yet.`;
}

/** "Nov 2026 is heading for about 1,234 credits: 820.00 so far, and 41.40 a day as in the last 7 days." */
function formatForecast({ month, expected, soFar, perDay, basis }: MonthForecast): string {
  return `${humanMonth(month)} is heading for about ${roughly(expected)} credits: ${formatCredits(soFar)} so far, and ${formatCredits(perDay)} a day as in the last ${plural(countDays(basis.from, basis.to), "day")}.`;
}

// Digits after the point would promise more than anybody knows.
function roughly(credits: Decimal): string {
  return credits.gte(100) ? separated(credits, 0) : formatCredits(credits);
}

type Compared = Pick<CostSummary, "change" | "range" | "days" | "total" | "previousTotal">;

/** The change of the total against the period before as a sentence, with another where that had no costs for a long while. */
export function formatTotalChange({ change, range, days, total, previousTotal }: Compared): string {
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
