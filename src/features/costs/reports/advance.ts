import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { CreditPrice } from "../../../lib/money.ts";
import { type CostRange, parseCostRange } from "../../../lib/period/range.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { ConsoleLinks } from "../../../platform/cloud/console-links.ts";
import type { MessageRef } from "../../../platform/jobs/messenger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import {
  type ScheduleStep,
  type ScheduleSteps,
  postInChannel,
} from "../../../platform/jobs/schedules/schedules.ts";
import type { KnownServices } from "../../connections/index.ts";
import { type TeamOf, teamLookup } from "../../owners/index.ts";
import { type CostsAnswer, chartOf, costsReply } from "../answer/answer.ts";
import { knownLinks } from "../answer/notes.ts";
import { argumentsOf } from "../arguments.ts";
import type { CostsContext } from "../context.ts";
import { focusSummary, shareFocusOnce } from "../focus/send.ts";
import { type MonthForecast, forecastSpan, readMonthForecast } from "../forecast.ts";
import type { CostLedger } from "../ledger/ledger.ts";
import { daysOfPage, loadMonth } from "../month/load.ts";
import { monthReply, pictureOfMonth } from "../month/page.ts";
import { fetchCosts, refusedAgainInMs } from "../read-costs.ts";
import { type CostSummary, summarizeCosts } from "../summary.ts";
import { type Progress, followReports } from "./follow.ts";
import {
  type Agenda,
  agendaOf,
  fileShared,
  isFollowed,
  isUnposted,
  keyOf,
  openReports,
  posted,
  presentOf,
  startReport,
  toBegin,
  withSaidDays,
} from "./periods.ts";
import { endsForPerson } from "./own.ts";
import { type OpenReport, type ReportSchedule, type SaidDay, reportKind, viewOf } from "./schedule.ts";
import * as texts from "./texts.ts";

// No person is waiting for a report.
const pictureWaitMs = 10_000;

/** Cost reports. */
export const reports: ScheduleSteps<CostsContext, ReportSchedule> = {
  ...reportKind,
  /** Posts the due reports, and posts in the threads of earlier ones which days have changed. */
  async advance(schedule, context): Promise<ScheduleStep> {
    if (await endsForPerson(schedule, context)) return "done";
    const agenda = agendaOf(schedule, context.now());
    const posted = await postDue(schedule, agenda, context);
    const present = typeof posted === "string" ? posted : await followReports(posted, context);
    if (present === "ended") return "done";
    if (present === "refused") return { againInMs: refusedAgainInMs };
    return { againInMs: nextStepAt(present, agenda).getTime() - context.now().getTime() };
  },
};

async function postDue(schedule: ReportSchedule, agenda: Agenda, context: CostsContext): Promise<Progress> {
  let present = schedule;
  const unposted = openReports(schedule).filter(isUnposted);
  for (const report of [...unposted, ...toBegin(agenda)]) {
    const next = await postReport(present, report, context);
    if (typeof next === "string") return next;
    present = next;
  }
  return present;
}

function nextStepAt(schedule: ReportSchedule, { next }: Agenda): Date {
  const { recheckAt } = schedule.state;
  if (recheckAt === undefined || !openReports(schedule).some(isFollowed)) return next.due;
  return new Date(Math.min(next.due.getTime(), Date.parse(recheckAt)));
}

/** Posts the report of a period once, and saves the costs that it shows for provisional days. */
async function postReport(
  schedule: ReportSchedule,
  report: OpenReport,
  context: CostsContext,
): Promise<Progress> {
  const { schedules, now } = context;
  const range = parseCostRange(`${report.from} to ${report.to}`, now());
  const usual = schedule.isPage ? daysOfPage(range) : spansOf(range, now());
  const spans = schedule.focus ? [range] : usual;
  if (!(await fetchCosts(context, reportKind, schedule, spans))) return "refused";

  // Saved before the post: after a crash this report is still posted, even if the next one is due.
  const fileDue = schedule.focus ? ({ isFileDue: true } as const) : {};
  const present = await schedules.change(schedule, (one) => startReport(one, { ...report, ...fileDue }));
  if (!present) return "ended";
  const open = presentOf(present, report);
  if (!open || !isUnposted(open)) return present;
  if (open.messageRef) return shareFile(present, { ...open, messageRef: open.messageRef }, range, context);
  // Read before the post: a failure here must not count as a failure of the channel.
  const links = await knownLinks(schedule.connection, context);
  const messageRef = await postInChannel(context, reportKind, present, {
    key: keyOf(schedule, report),
    reply: () => draw(present, open, { range, links, context }),
  });
  if (!messageRef) return "ended";
  const shown = await schedules.change(present, (one) => posted(one, report, messageRef));
  if (!shown) return "ended";
  return open.isFileDue ? shareFile(shown, { ...open, messageRef }, range, context) : shown;
}

/** Shares the file of a report in its thread once, or says there why it can't. */
async function shareFile(
  schedule: ReportSchedule,
  report: OpenReport & { messageRef: MessageRef },
  range: CostRange,
  context: CostsContext,
): Promise<Progress> {
  const { messageRef } = report;
  const key = `${keyOf(schedule, report)}:file`;
  try {
    await shareFocusOnce({ key, thread: messageRef, range, schedule }, context);
  } catch (error) {
    if (!isAppError(error, "auth", "forbidden", "missing", "user")) throw error;
    context.log.info({ err: error, scheduleId: schedule.id }, "couldn't share a report's file");
    const reply = say(texts.noFile(escapeSentence(error.message), range));
    const { channelId, ts: threadTs } = messageRef;
    await postOnce(context, { key: `${key}:refused`, channelId, threadTs, reply }).catch(unreachable);
  }
  return (await context.schedules.change(schedule, (one) => fileShared(one, report))) ?? "ended";
}

/** The report or its channel is gone, so there is no reader. */
function unreachable(error: unknown): void {
  if (!isAppError(error, "forbidden", "missing")) throw error;
}

/** The report with its picture. Saves what it shows for provisional days, before the post. */
async function draw(
  schedule: ReportSchedule,
  report: OpenReport,
  { range, links, context }: { range: CostRange; links: ConsoleLinks; context: CostsContext },
): Promise<Reply> {
  if (schedule.focus) return drawFocus(schedule, report, range, context);
  if (schedule.isPage) return drawPage(schedule, report, range, context);
  const { services, now } = context;
  const price = await context.creditPrices.of(schedule.connection);
  const costs = await addUp(context.ledgerOf(schedule.connection), range, {
    services,
    now: now(),
    price,
    teamOf: schedule.isByTeam && (await teamLookup(context)),
  });
  const said = saidDays(costs.summary);
  await context.schedules.change(schedule, (present) => withSaidDays(present, report, said));
  const { pictures, partColors } = context;
  const chart = await chartOf(costs.pictured, { view: viewOf(schedule), partColors });
  const picture = await pictures.blockOf(chart, pictureWaitMs);
  return reportReply(schedule, { ...costs, links, chart, picture }, report.missed);
}

/** The report that has a FOCUS file in its thread. */
async function drawFocus(
  schedule: ReportSchedule,
  report: OpenReport,
  range: CostRange,
  context: CostsContext,
): Promise<Reply> {
  const { text, provisional } = await focusSummary(schedule, range, context);
  await context.schedules.change(schedule, (present) => withSaidDays(present, report, provisional));
  const notes = [texts.posted(schedule), ...(report.missed ? [texts.missed(report.missed)] : [])];
  return reply([text, ...notes].join("\n"), [section(text), smallPrint(notes.join(" "))]);
}

/** The report that is a month's page. */
async function drawPage(
  schedule: ReportSchedule,
  report: OpenReport,
  range: CostRange,
  context: CostsContext,
): Promise<Reply> {
  const page = await loadMonth(range, schedule.connection, context);
  const said = saidDays(page.summary);
  await context.schedules.change(schedule, (present) => withSaidDays(present, report, said));
  const notes = [texts.posted(schedule), ...(report.missed ? [texts.missed(report.missed)] : [])];
  return monthReply(page, { notes, ...(await pictureOfMonth(page, context, pictureWaitMs)) });
}

function saidDays({ days }: CostSummary): SaidDay[] {
  return days
    .filter(({ provisional }) => provisional)
    .map(({ day, total }) => ({ day, said: total.toFixed() }));
}

/** The costs of a report. */
interface ReportCosts {
  summary: CostSummary;
  /** The days of the picture. A few days appear as the last ones of two weeks. */
  pictured: CostSummary;
  /** The forecast of the present month, for periods of several days that are shorter than a month. */
  forecast?: MonthForecast;
}

const fewestDays = 7;
const daysAroundFew = 14;
const longestBesideForecast = 27;

/** All days that the report of a period needs. */
function spansOf(range: CostRange, now: Date): DaySpan[] {
  return [range, range.previous, picturedSpan(range), ...aheadOf(range, utcDay(now))];
}

function picturedSpan({ from, to, days }: CostRange): DaySpan {
  return days < fewestDays ? { from: addDays(to, 1 - daysAroundFew), to } : { from, to };
}

function aheadOf({ days, unit }: CostRange, today: Day): DaySpan[] {
  return unit === "day" || days > longestBesideForecast ? [] : [forecastSpan(today)];
}

/** Adds up the fetched days for a report. */
async function addUp(
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
function reportReply(
  schedule: Pick<ReportSchedule, "every" | "on" | "at" | "timeZone" | "by" | "isByTeam">,
  costs: ReportCosts & Pick<CostsAnswer, "chart" | "picture" | "links">,
  missed?: OpenReport["missed"],
): Reply {
  const { summary, forecast, chart, picture, links } = costs;
  const by = viewOf(schedule);
  const { range, total, provisional } = summary;
  const { text, blocks } = costsReply({
    summary,
    view: by,
    title: texts.title(schedule, range),
    notes: [texts.posted(schedule)],
    forecast,
    chart,
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
