import type { CostsContext } from "../context.ts";
import type { CostLedger } from "../ledger/ledger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type Day, utcDay } from "../../../lib/day.ts";
import { sum } from "../../../lib/money.ts";
import type { ReportSchedule, OpenReport } from "./schedule.ts";
import { fetchCosts } from "../read-costs.ts";
import { lateChangesReply, type DayNow, afterCheck } from "./late-changes.ts";
import { reportAsSubject, reportKey } from "./format-schedule.ts";
import { type Progress, isFollowed, checked, openReports, threadNotified } from "./state.ts";
import { hourMs } from "../../../lib/duration.ts";

const checkEveryMs = 3 * hourMs;

/** Looks now and then whether days became final, and tells a report's thread once of those that cost something else than it says. */
export async function followReports(schedule: ReportSchedule, context: CostsContext): Promise<Progress> {
  const before = await notifyThreads(schedule, context);
  if (before === "ended" || !isCheckDue(before, context.now())) return before;
  const after = await checkDays(before, context);
  return typeof after === "string" ? after : notifyThreads(after, context);
}

function isCheckDue(schedule: ReportSchedule, now: Date): boolean {
  const { recheckAt } = schedule.state;
  return (
    openReports(schedule).some(isFollowed) &&
    (recheckAt === undefined || Date.parse(recheckAt) <= now.getTime())
  );
}

async function checkDays(schedule: ReportSchedule, context: CostsContext): Promise<Progress> {
  // From before the costs are asked for: what changes while they are read is seen by the next look.
  const now = context.now();
  const followed = openReports(schedule).filter(isFollowed);
  const days = [...new Set(followed.flatMap(({ provisional }) => provisional.map(({ day }) => day)))];
  const spans = days.map((day) => ({ from: day, to: day }));
  const scheduleText = reportAsSubject(schedule);
  if (!(await fetchCosts(context, schedule, { spans, scheduleText }))) return "refused";
  const present = await daysNow(context.ledgerOf(schedule.connection), days);
  const recheckAt = new Date(now.getTime() + checkEveryMs);
  const change = (present_: ReportSchedule) =>
    checked(present_, recheckAt, (report) => afterCheck(report, present, utcDay(now)));
  return (await context.schedules.change(schedule, change)) ?? "ended";
}

async function daysNow(ledger: CostLedger, days: readonly Day[]): Promise<Map<Day, DayNow>> {
  const present = new Map<Day, DayNow>();
  for (const day of days) {
    for await (const { locked, records } of ledger.days({ from: day, to: day }))
      present.set(day, { locked, total: sum(records.map(({ totalCredits }) => totalCredits)) });
  }
  return present;
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
  const key = `${reportKey(schedule, report)}:changed:${changed[0]?.day}`;
  const reply = lateChangesReply(changed, `costs ${from} to ${to} by ${schedule.by}`);
  try {
    await postOnce(context, { key, channelId: messageRef.channelId, threadTs: messageRef.ts, reply });
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    // The report or its channel is gone, and with it those who would read this.
    context.log.info({ err: error, scheduleId: schedule.id }, "a report's thread takes nothing any more");
  }
}
