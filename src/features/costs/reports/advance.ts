import { viewOf } from "./view.ts";
import { teamLookup } from "../../owners/index.ts";
import type { CostsContext } from "../context.ts";
import { type ReportSchedule, type OpenReport, type SaidDay, reportKind } from "./schedule.ts";
import {
  type ScheduleStep,
  type ScheduleSteps,
  postInChannel,
} from "../../../platform/jobs/schedules/schedules.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { MessageRef } from "../../../platform/jobs/messenger.ts";
import type { ConsoleLinks } from "../../../platform/cloud/console-links.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type Day, utcDay } from "../../../lib/day.ts";
import { hourMs } from "../../../lib/duration.ts";
import { sum } from "../../../lib/money.ts";
import { type CostRange, parseCostRange } from "../../../lib/period/range.ts";
import { chartOf } from "../answer/answer.ts";
import { daysOfPage, loadMonth } from "../month/load.ts";
import { monthReply } from "../month/page.ts";
import { focusSummary, shareFocusOnce } from "../focus/monthly.ts";
import { knownLinks } from "../answer/notes.ts";
import { fetchCosts, refusedAgainInMs } from "../read-costs.ts";
import type { CostSummary } from "../summary.ts";
import { type DayNow, afterCheck, lateChangesReply } from "./late-changes.ts";
import { type Agenda, agendaOf } from "./periods.ts";
import * as texts from "./texts.ts";
import { addUp, reportReply, spansOf } from "./report.ts";
import {
  begun,
  checked,
  fileShared,
  isFollowed,
  isUnposted,
  openReports,
  posted,
  presentOf,
  threadNotified,
  toBegin,
  withSaidDays,
} from "./state.ts";

const checkEveryMs = 3 * hourMs;
// No person is waiting for a report.
const pictureWaitMs = 10_000;

/** The outcome of a part of a step: the schedule as it is now, removed, or waiting because the cloud refused. */
type Progress = ReportSchedule | "ended" | "refused";

/** Cost reports. */
export const reports: ScheduleSteps<CostsContext, ReportSchedule> = {
  ...reportKind,
  /** Posts the due reports, and posts in the threads of earlier ones which days have changed. */
  async advance(schedule, context): Promise<ScheduleStep> {
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
  const present = await schedules.change(schedule, (one) => begun(one, { ...report, ...fileDue }));
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
  return reportReply(schedule, { ...costs, links, picture }, report.missed);
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

/** The report that is a month's page. It has no picture. */
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
  return monthReply(page, { notes });
}

function saidDays({ days }: CostSummary): SaidDay[] {
  return days
    .filter(({ provisional }) => provisional)
    .map(({ day, total }) => ({ day, said: total.toFixed() }));
}

/** Checks every three hours if days became final, and posts once in a report's thread which ones changed. */
async function followReports(schedule: ReportSchedule, context: CostsContext): Promise<Progress> {
  const before = await notifyThreads(schedule, context);
  if (before === "ended" || !isCheckDue(before, context.now())) return before;
  const after = await checkDays(before, context);
  return typeof after === "string" ? after : notifyThreads(after, context);
}

function isCheckDue(schedule: ReportSchedule, now: Date): boolean {
  const { recheckAt } = schedule.state;
  if (!openReports(schedule).some(isFollowed)) return false;
  return recheckAt === undefined || Date.parse(recheckAt) <= now.getTime();
}

async function checkDays(schedule: ReportSchedule, context: CostsContext): Promise<Progress> {
  // Taken before the costs are read: the next check sees what changes meanwhile.
  const now = context.now();
  const followed = openReports(schedule).filter(isFollowed);
  const days = [...new Set(followed.flatMap(({ provisional }) => provisional.map(({ day }) => day)))];
  const spans = days.map((day) => ({ from: day, to: day }));
  if (!(await fetchCosts(context, reportKind, schedule, spans))) return "refused";
  const ledger = context.ledgerOf(schedule.connection);
  const present = new Map<Day, DayNow>();
  for (const span of spans) {
    for await (const { day, locked, records } of ledger.days(span))
      present.set(day, { locked, total: sum(records.map(({ totalCredits }) => totalCredits)) });
  }
  const recheckAt = new Date(now.getTime() + checkEveryMs);
  const change = (latest: ReportSchedule) =>
    checked(latest, recheckAt, (report) => afterCheck(report, present, utcDay(now)));
  return (await context.schedules.change(schedule, change)) ?? "ended";
}

async function notifyThreads(
  schedule: ReportSchedule,
  context: CostsContext,
): Promise<ReportSchedule | "ended"> {
  let present = schedule;
  for (const report of openReports(schedule).filter(({ changed }) => changed !== undefined)) {
    await notifyThread(present, report, context);
    const next = await context.schedules.change(present, (one) => threadNotified(one, report));
    if (!next) return "ended";
    present = next;
  }
  return present;
}

async function notifyThread(
  schedule: ReportSchedule,
  report: OpenReport,
  context: CostsContext,
): Promise<void> {
  const { changed = [], messageRef, from, to } = report;
  if (!messageRef) return;
  const key = `${keyOf(schedule, report)}:changed:${changed[0]?.day}`;
  const price = await context.creditPrices.of(schedule.connection);
  const command = schedule.focus
    ? `costs focus ${from} to ${to} ${schedule.focus}`
    : `costs ${from} to ${to} by ${viewOf(schedule)}`;
  const reply = lateChangesReply(changed, command, price);
  try {
    await postOnce(context, { key, channelId: messageRef.channelId, threadTs: messageRef.ts, reply });
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    // The report or its channel is gone, so there is no reader.
    context.log.info({ err: error, scheduleId: schedule.id }, "can't post in a report's thread");
  }
}

/** The key of a report's post. */
function keyOf({ id }: ReportSchedule, { from }: OpenReport): string {
  return `report:${id}:${from}`;
}
