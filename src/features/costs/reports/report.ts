import type { KnownServices } from "../../connections/index.ts";
import type { LabelsOf } from "../parts.ts";
import type { CostLedger } from "../ledger/ledger.ts";
import { type MonthForecast, forecastSpan, readMonthForecast } from "../forecast.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { type CostRange, parseCostRange } from "../../../lib/period/range.ts";
import { type CostSummary, summarizeCosts } from "../summary.ts";
import { type Day, addDays, utcDay, humanDays, weekdayOf } from "../../../lib/day.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type CostsAnswer, costsReply } from "../answer/answer.ts";
import { writeCostWords } from "../read-words.ts";
import { plural } from "../../../lib/text.ts";
import type { ReportSchedule, OpenReport } from "./schedule.ts";

/** What a report tells. */
export interface ReportCosts {
  summary: CostSummary;
  /** What its picture shows: a single day is seen among the two weeks that it ends. */
  pictured: CostSummary;
  /** Where the present month is heading, beside less than a month. */
  forecast?: MonthForecast;
}

const daysAroundOne = 14;
const longestBesideForecast = 27;

/** All days that a report of this period needs. */
export function spansOf(range: CostRange, now: Date): DaySpan[] {
  return [range, range.previous, picturedSpan(range), ...aheadOf(range, utcDay(now))];
}

function picturedSpan({ from, to, days }: CostRange): DaySpan {
  return days === 1 ? { from: addDays(to, 1 - daysAroundOne), to } : { from, to };
}

function aheadOf({ days }: CostRange, today: Day): DaySpan[] {
  return days > longestBesideForecast ? [] : [forecastSpan(today)];
}

/** Adds up the fetched days for a report. */
export async function addUp(
  ledger: CostLedger,
  range: CostRange,
  { services, now }: { services: Pick<KnownServices, "labels">; now: Date },
): Promise<ReportCosts> {
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

type Told = Pick<ReportSchedule, "every" | "by">;

/** A report as it is posted: the costs, what was missed before, and a way for everybody to look closer alone. */
export function reportReply(
  { every, by }: Told,
  costs: ReportCosts & Pick<CostsAnswer, "picture" | "links">,
  missed?: OpenReport["missed"],
): Reply {
  const { summary, forecast, picture, links } = costs;
  const { range } = summary;
  const closer = commandButton("Look closer", `costs ${writeCostWords({ range, by })}`);
  const { text, blocks } = costsReply({
    summary,
    view: by,
    title: titleOf(every, range),
    notes: [`Posted ${every}; \`/db costs schedule list\` shows how to stop it.`],
    ...(forecast && { forecast }),
    ...(picture && { picture }),
    ...(links && { links }),
  });
  const more = [...(nothingYet(costs) ?? []), ...(missed ? [formatMissed(missed)] : [])];
  const buttons = [closer, ...(missed ? [missedButton(missed, by)] : [])];
  return reply([text, ...more].join("\n"), [...blocks, ...more.map(section), actions(buttons)]);
}

/** The days follow it. */
function titleOf(every: Told["every"], { from }: CostRange): string {
  const titles = {
    daily: `Costs of ${weekdayOf(from)}`,
    weekly: "Costs of the week",
    monthly: "Costs of the month",
  };
  return titles[every];
}

/** Where there are costs, the small print says what may still change. */
function nothingYet({ summary }: ReportCosts): string[] | undefined {
  const { total, provisional } = summary;
  if (!total.isZero() || provisional.length === 0) return undefined;
  return ["This may still change: the cloud has not closed all of these days yet."];
}

type Missed = NonNullable<OpenReport["missed"]>;

function formatMissed({ from, to, count }: Missed): string {
  const what = count === 1 ? "The report before" : `The ${plural(count, "report")} before`;
  return `${what}, of ${humanDays(from, to)}, could not be posted: Quartermaster or the cloud was away.`;
}

function missedButton({ from, to }: Missed, by: Told["by"]) {
  return commandButton(`Costs of ${humanDays(from, to)}`, `costs ${from} to ${to} by ${by}`);
}
