import type { Decimal } from "decimal.js";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Day, countDays, daysInRuns, humanMonth } from "../../../lib/day.ts";
import { formatCredits, separated } from "../../../lib/money.ts";
import { plural } from "../../../lib/text.ts";
import { changeInWords, when } from "./format-change.ts";
import type { MonthForecast } from "../forecast/month-forecast.ts";
import type { CostSummary } from "../summary.ts";

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
    [changeInWords(summary), ...(summary.range.to === today ? [notOver(today)] : [])].join(" "),
    ...(forecast ? [forecastInWords(forecast)] : []),
  ];
}

/** Stands beside the change, which a day that goes on makes smaller than it will be. */
function notOver(today: Day): string {
  return `${daysInRuns([today])} is not over yet.`;
}

/** "Nov 2026 is heading for about 1,234 credits: 820.00 so far, and 41.40 a day as in the last 7 days." */
function forecastInWords({ month, expected, soFar, perDay, basis }: MonthForecast): string {
  return `${humanMonth(month)} is heading for about ${roughly(expected)} credits: ${formatCredits(soFar)} so far, and ${formatCredits(perDay)} a day as in the last ${plural(countDays(basis.from, basis.to), "day")}.`;
}

// Digits after the point would promise more than anybody knows.
function roughly(credits: Decimal): string {
  return credits.gte(100) ? separated(credits, 0) : formatCredits(credits);
}
