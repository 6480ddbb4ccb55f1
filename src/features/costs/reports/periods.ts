import { type Day, addDays, endOf, startOf, utcDay, weekdayOf } from "../../../lib/day.ts";
import { dayMs } from "../../../lib/duration.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { localDay, localTime } from "../../../lib/time.ts";
import type { MessageRef } from "../../../platform/jobs/messenger.ts";
import type { OpenReport, ReportSchedule, SaidDay, Weekday } from "./schedule.ts";

/** How often a report comes, and at what time of day in which zone. */
export type Schedule = Pick<ReportSchedule, "every" | "on" | "at" | "timeZone">;

/** A period in UTC days. Its report is due at the first allowed time after the period is over in UTC. */
interface DuePeriod extends DaySpan {
  due: Date;
}

/** A schedule's start, and the last day of the latest period with a report. */
export interface Past {
  createdAt: Date;
  upTo?: Day | undefined;
}

/** The reports of a schedule at a moment. */
export interface Agenda {
  /** The periods to post now, oldest first. There are several only if a clock change makes them due together. */
  due: DuePeriod[];
  /** The periods that were due before those. */
  missed: DuePeriod[];
  /** The period after all these. */
  next: DuePeriod;
}

/** The agenda of a kept schedule. */
export function agendaOf(schedule: ReportSchedule, now: Date): Agenda {
  return agendaAt(now, schedule, { createdAt: new Date(schedule.createdAt), upTo: schedule.state.upTo });
}

/** The periods to post now, the missed ones, and the next one. */
export function agendaAt(now: Date, schedule: Schedule, past: Past): Agenda {
  let next = firstPeriod(schedule, past);
  const fallen: DuePeriod[] = [];
  while (next.due <= now) {
    fallen.push(next);
    next = periodFrom(addDays(next.to, 1), schedule);
  }
  const latest = fallen.at(-1)?.due.getTime();
  const isDue = ({ due }: DuePeriod) => due.getTime() === latest;
  return { due: fallen.filter(isDue), missed: fallen.filter((period) => !isDue(period)), next };
}

// Longer than from a period's end to its report. A weekday's period is right from the second one on.
const longestWaitMs = 8 * dayMs;

/** The period after the latest report, or else the first one that is due after the schedule was created. */
function firstPeriod(schedule: Schedule, { createdAt, upTo }: Past): DuePeriod {
  if (upTo !== undefined) return periodFrom(addDays(upTo, 1), schedule);
  const early = utcDay(new Date(createdAt.getTime() - longestWaitMs));
  let period = periodFrom(beginAround(early, schedule), schedule);
  while (period.due <= createdAt) period = periodFrom(addDays(period.to, 1), schedule);
  return period;
}

/** The first day of the period around a day. */
function beginAround(day: Day, { every, on = "monday" }: Schedule): Day {
  if (every === "monthly") return startOf("month", day);
  return every === "weekly" ? backTo(on, day) : day;
}

/** The latest such weekday up to a day. */
function backTo(weekday: Weekday, day: Day): Day {
  let found = day;
  while (!isOn(weekday, found)) found = addDays(found, -1);
  return found;
}

/** The period that begins on a day. */
function periodFrom(from: Day, schedule: Schedule): DuePeriod {
  const { every, on } = schedule;
  if (every === "weekdays") {
    // All days that are over when the next report may come: on a Monday, mostly Friday to Sunday.
    const due = firstTime(addDays(from, 1), schedule, (day) => startOf("week", day) > addDays(day, -5));
    return { from, to: addDays(utcDay(due), -1), due };
  }
  const to = lastDayOf(from, schedule);
  // A week may be over in UTC while its last day goes on in the schedule's zone.
  const isEve = (day: Day) => on !== undefined && isOn(on, addDays(day, 1));
  return { from, to, due: firstTime(addDays(to, 1), schedule, (day) => !isEve(day)) };
}

function lastDayOf(from: Day, { every, on = "monday" }: Schedule): Day {
  if (every === "monthly") return endOf("month", from);
  return every === "weekly" ? addDays(backTo(on, from), 6) : from;
}

function isOn(weekday: Weekday, day: Day): boolean {
  return weekdayOf(day).toLowerCase() === weekday;
}

/** The first time that clocks show the schedule's time of day on an allowed day, once a UTC day has begun. */
function firstTime(begins: Day, { at, timeZone }: Schedule, allows: (day: Day) => boolean): Date {
  const earliest = new Date(begins);
  let day = localDay(earliest, timeZone);
  let time = localTime(day, at, timeZone);
  while (time < earliest || !allows(day)) {
    day = addDays(day, 1);
    time = localTime(day, at, timeZone);
  }
  return time;
}

/** The open reports of a schedule, oldest first. */
export function openReports({ state }: ReportSchedule): readonly OpenReport[] {
  return state.open ?? [];
}

/** The due periods as new reports. The oldest one names the missed periods. */
export function toBegin({ due, missed }: Agenda): OpenReport[] {
  const [first, last] = [missed[0], missed.at(-1)];
  const gap = first && last && { from: first.from, to: last.to, count: missed.length };
  return due.map(({ from, to }, index) => ({
    from,
    to,
    provisional: [],
    missed: index === 0 ? gap : undefined,
  }));
}

/** Adds an open report. Changes nothing if it is open already. */
export function startReport(schedule: ReportSchedule, report: OpenReport): ReportSchedule {
  const { upTo } = schedule.state;
  if (upTo !== undefined && upTo >= report.to) return schedule;
  return withState(schedule, { upTo: report.to, open: [...openReports(schedule), report] });
}

/** The present state of a report; undefined if it is no longer open. */
export function presentOf(schedule: ReportSchedule, { from }: OpenReport): OpenReport | undefined {
  return openReports(schedule).find((report) => report.from === from);
}

/** Keeps the costs that a report shows for provisional days. */
export function withSaidDays(
  schedule: ReportSchedule,
  report: OpenReport,
  provisional: SaidDay[],
): ReportSchedule {
  return changedReport(schedule, report, (present) => ({ ...present, provisional }));
}

/** Keeps a report's message. Without provisional days the report is closed. */
export function posted(schedule: ReportSchedule, report: OpenReport, messageRef: MessageRef): ReportSchedule {
  return changedReport(schedule, report, (present) => ({ ...present, messageRef }));
}

/** Keeps that a report's file is in its thread. */
export function fileShared(schedule: ReportSchedule, report: OpenReport): ReportSchedule {
  return changedReport(schedule, report, (present) => ({ ...present, isFileDue: undefined }));
}

/** True if a report isn't in its channel yet, with all that belongs to it. */
export function isUnposted({ messageRef, isFileDue }: OpenReport): boolean {
  return messageRef === undefined || isFileDue === true;
}

/** Removes the changes that were posted in a report's thread. Changes that were found since then stay. */
export function threadNotified(schedule: ReportSchedule, report: OpenReport): ReportSchedule {
  return changedReport(schedule, report, (present) =>
    present.changed?.[0]?.day === report.changed?.[0]?.day ? { ...present, changed: undefined } : present,
  );
}

/** Applies a check to every followed report. */
export function checked(
  schedule: ReportSchedule,
  recheckAt: Date,
  afterCheck: (report: OpenReport) => OpenReport,
): ReportSchedule {
  const open = openReports(schedule).map((report) => (isFollowed(report) ? afterCheck(report) : report));
  return withState(schedule, { open, recheckAt: recheckAt.toISOString() });
}

/** True if a report's days are to be checked: it is posted, and its thread has no post in progress. */
export function isFollowed({ messageRef, changed, provisional }: OpenReport): boolean {
  return messageRef !== undefined && changed === undefined && provisional.length > 0;
}

function changedReport(
  schedule: ReportSchedule,
  { from }: OpenReport,
  change: (present: OpenReport) => OpenReport,
): ReportSchedule {
  const open = openReports(schedule).map((report) => (report.from === from ? change(report) : report));
  return withState(schedule, { open });
}

function withState(schedule: ReportSchedule, state: Partial<ReportSchedule["state"]>): ReportSchedule {
  const next = { ...schedule.state, ...state };
  return { ...schedule, state: { ...next, open: (next.open ?? []).filter(isOpen) } };
}

function isOpen(report: OpenReport): boolean {
  return isUnposted(report) || report.provisional.length > 0 || report.changed !== undefined;
}

/** The key of a report's post. */
export function keyOf({ id }: ReportSchedule, { from }: OpenReport): string {
  return `report:${id}:${from}`;
}
