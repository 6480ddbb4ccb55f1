import type { KnownServices } from "../../connections/index.ts";
import type { LabelsOf } from "../answer/entities.ts";
import type { CostLedger } from "../ledger/ledger.ts";
import { type MonthForecast, forecastSpan, readMonthForecast } from "../forecast/month-forecast.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { type CostRange, parseCostRange } from "../../../lib/period/range.ts";
import { type CostSummary, summarizeCosts } from "../summary.ts";
import { type Day, addDays, utcDay } from "../../../lib/day.ts";

/** What a digest tells. */
export interface DigestCosts {
  summary: CostSummary;
  /** What its picture shows: a single day is seen among the two weeks that it ends. */
  pictured: CostSummary;
  /** Where the present month is heading, beside less than a month. */
  forecast?: MonthForecast;
}

const daysAroundOne = 14;
const longestBesideForecast = 27;

/** All days that a digest of this period needs. */
export function spansOf(range: CostRange, now: Date): DaySpan[] {
  return [range, range.previous, picturedSpan(range), ...aheadOf(range, utcDay(now))];
}

function picturedSpan({ from, to, days }: CostRange): DaySpan {
  return days === 1 ? { from: addDays(to, 1 - daysAroundOne), to } : { from, to };
}

function aheadOf({ days }: CostRange, today: Day): DaySpan[] {
  return days > longestBesideForecast ? [] : [forecastSpan(today)];
}

/** Adds up the fetched days for a digest. */
export async function addUp(
  ledger: CostLedger,
  range: CostRange,
  { services, now }: { services: Pick<KnownServices, "labels">; now: Date },
): Promise<DigestCosts> {
  const previous = ledger.days(range.previous);
  const labelsOf: LabelsOf = (seen) => services.labels(seen);
  const summary = await summarizeCosts({ range, current: ledger.days(range), previous, labelsOf });
  const pictured = range.days === 1 ? await alone(ledger, picturedSpan(range), now) : summary;
  const today = utcDay(now);
  const forecast = aheadOf(range, today).length > 0 ? await readMonthForecast(ledger, today) : undefined;
  return { summary, pictured, ...(forecast && { forecast }) };
}

function alone(ledger: CostLedger, { from, to }: DaySpan, now: Date): Promise<CostSummary> {
  const range = parseCostRange(`${from} to ${to}`, now);
  return summarizeCosts({ range, current: ledger.days(range) });
}
