import type { Decimal } from "decimal.js";
import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import { hourMs } from "../../../lib/duration.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type CreditPrice, Credits, formatCredits, sum } from "../../../lib/money.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { type Asked, commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import type { CostsContext } from "../context.ts";
import { fetchCosts } from "../read-costs.ts";
import { checked, isFollowed, keyOf, openReports, threadNotified } from "./periods.ts";
import { type ChangedDay, type OpenReport, type ReportSchedule, reportKind, viewOf } from "./schedule.ts";
import * as texts from "./texts.ts";

const checkEveryMs = 3 * hourMs;

/** The outcome of a part of a step: the schedule as it is now, removed, or waiting because the cloud refused. */
export type Progress = ReportSchedule | "ended" | "refused";

/** Checks every three hours if days became final, and posts once in a report's thread which ones changed. */
export async function followReports(schedule: ReportSchedule, context: CostsContext): Promise<Progress> {
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
  const range = `${from} to ${to}`;
  const again = schedule.focus
    ? { call: "costs_focus", args: { range, version: schedule.focus } }
    : { call: "costs_show", args: { range, by: viewOf(schedule) } };
  const reply = lateChangesReply(changed, again, price);
  try {
    await postOnce(context, { key, channelId: messageRef.channelId, threadTs: messageRef.ts, reply });
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    // The report or its channel is gone, so there is no reader.
    context.log.info({ err: error, scheduleId: schedule.id }, "can't post in a report's thread");
  }
}

/** The present costs of a day, and whether they are final. */
interface DayNow {
  total: Decimal;
  locked: boolean;
}

const notifyAbovePercent = 5;
/** Days that are older than this are no longer checked. */
const waitedForDays = 45;

/** A report after a check: without the days that are final or too old, and with the ones to post in its thread. */
export function afterCheck(report: OpenReport, days: ReadonlyMap<Day, DayNow>, today: Day): OpenReport {
  const provisional = report.provisional.filter(
    ({ day }) => !days.get(day)?.locked && day >= addDays(today, -waitedForDays),
  );
  const changed = report.provisional.flatMap(({ day, said }): ChangedDay[] => {
    const now = days.get(day);
    return now?.locked && isLargeChange(new Credits(said), now.total)
      ? [{ day, said, final: now.total.toFixed() }]
      : [];
  });
  return { ...report, provisional, changed: changed.length > 0 ? changed : undefined };
}

/** True above 5 percent if a reader can see the difference. Any amount after 0 counts. */
function isLargeChange(said: Decimal, final: Decimal): boolean {
  if (formatCredits(said) === formatCredits(final)) return false;
  return final.minus(said).abs().times(100).gt(said.abs().times(notifyAbovePercent));
}

/** The post in a report's thread about final days with costs other than those in the report. */
export function lateChangesReply(changed: readonly ChangedDay[], again: Asked, price?: CreditPrice): Reply {
  const text = texts.lateChanges(
    changed.map(({ day, said, final }) => ({ day, before: new Credits(said), now: new Credits(final) })),
    price,
  );
  return reply(text, [section(text), actions([commandButton(texts.buttons.now, again)])]);
}
