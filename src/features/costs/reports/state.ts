import type { MessageRef } from "../../../platform/jobs/messenger.ts";
import type { ReportSchedule, OpenReport, SaidDay } from "./schedule.ts";
import type { Agenda } from "./periods.ts";

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

/** Adds an open report. Changes nothing if it was begun before. */
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
