import type { TeamOf } from "../../owners/index.ts";
import type { KnownServices } from "../../connections/index.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { CreditPrice } from "../../../lib/money.ts";
import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import { type CostRange, parseCostRange } from "../../../lib/period/range.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { type CostsAnswer, costsReply } from "../answer/answer.ts";
import { type MonthForecast, forecastSpan, readMonthForecast } from "../forecast.ts";
import type { CostLedger } from "../ledger/ledger.ts";
import { argumentsOf } from "../arguments.ts";
import { type CostSummary, summarizeCosts } from "../summary.ts";
import { type OpenReport, type ReportSchedule, viewOf } from "./schedule.ts";
import * as texts from "./texts.ts";

/** The costs of a report. */
export interface ReportCosts {
  summary: CostSummary;
  /** The days of the picture. A few days appear as the last ones of two weeks. */
  pictured: CostSummary;
  /** The forecast of the present month, for periods shorter than a month. */
  forecast?: MonthForecast;
}

const fewestDays = 7;
const daysAroundFew = 14;
const longestBesideForecast = 27;

/** All days that the report of a period needs. */
export function spansOf(range: CostRange, now: Date): DaySpan[] {
  return [range, range.previous, picturedSpan(range), ...aheadOf(range, utcDay(now))];
}

function picturedSpan({ from, to, days }: CostRange): DaySpan {
  return days < fewestDays ? { from: addDays(to, 1 - daysAroundFew), to } : { from, to };
}

function aheadOf({ days }: CostRange, today: Day): DaySpan[] {
  return days > longestBesideForecast ? [] : [forecastSpan(today)];
}

/** Adds up the fetched days for a report. */
export async function addUp(
  ledger: CostLedger,
  range: CostRange,
  {
    services,
    now,
    price,
    teamOf,
  }: {
    services: Pick<KnownServices, "labels">;
    now: Date;
    price?: CreditPrice | undefined;
    /** For a report by team. */
    teamOf?: TeamOf | undefined;
  },
): Promise<ReportCosts> {
  const summary = await summarizeCosts({
    range,
    current: ledger.days(range),
    previous: ledger.days(range.previous),
    labelsOf: (seen) => services.labels(seen),
    teamOf,
    price,
  });
  const today = utcDay(now);
  return {
    summary,
    pictured:
      range.days < fewestDays ? await summaryOf(picturedSpan(range), { ledger, now, teamOf }) : summary,
    forecast: aheadOf(range, today).length > 0 ? await readMonthForecast(ledger, today) : undefined,
  };
}

function summaryOf(
  { from, to }: DaySpan,
  { ledger, now, teamOf }: { ledger: CostLedger; now: Date; teamOf: TeamOf | undefined },
): Promise<CostSummary> {
  const range = parseCostRange(`${from} to ${to}`, now);
  return summarizeCosts({ range, current: ledger.days(range), teamOf });
}

/** A report as it is posted: the costs, the missed periods, and buttons for a closer look. */
export function reportReply(
  schedule: Pick<ReportSchedule, "every" | "on" | "at" | "timeZone" | "by" | "isByTeam">,
  costs: ReportCosts & Pick<CostsAnswer, "picture" | "links">,
  missed?: OpenReport["missed"],
): Reply {
  const { summary, forecast, picture, links } = costs;
  const by = viewOf(schedule);
  const { range, total, provisional } = summary;
  const { text, blocks } = costsReply({
    summary,
    view: by,
    title: texts.title(schedule, range),
    notes: [texts.posted(schedule)],
    forecast,
    picture,
    links,
  });
  const more = [
    // With costs, the small print says this.
    ...(total.isZero() && provisional.length > 0 ? [texts.mayChange] : []),
    ...(missed ? [texts.missed(missed)] : []),
  ];
  const buttons = [
    commandButton(texts.buttons.closer, { call: "costs_show", args: argumentsOf({ range, by }) }),
    ...(missed
      ? [
          commandButton(texts.costsOf(missed), {
            call: "costs_show",
            args: { range: `${missed.from} to ${missed.to}`, by },
          }),
        ]
      : []),
  ];
  return reply([text, ...more].join("\n"), [...blocks, ...more.map(section), actions(buttons)]);
}
