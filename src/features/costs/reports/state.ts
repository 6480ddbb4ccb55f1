import type { MessageRef } from "../../../platform/jobs/messenger.ts";
import type { ReportSchedule, OpenReport, SaidDay } from "./schedule.ts";
import type { Agenda } from "./periods.ts";

/** What became of an order in a part of its step: as it is now, taken back, or kept waiting since the cloud refused. */
export type Progress = ReportSchedule | "ended" | "refused";

/** The reports of an order that are not settled, the oldest first. */
export function openReports({ state }: ReportSchedule): readonly OpenReport[] {
  return state.open ?? [];
}

/** What is due as reports to begin; the oldest of them tells of those that were missed. */
export function toBegin({ due, missed }: Agenda): OpenReport[] {
  const [first, last] = [missed[0], missed.at(-1)];
  const gap = first && last && { from: first.from, to: last.to, count: missed.length };
  return due.map(({ from, to }, index) => ({
    from,
    to,
    provisional: [],
    ...(gap && index === 0 && { missed: gap }),
  }));
}

/** The order with a report begun; as it was where that was begun before. */
export function begun(schedule: ReportSchedule, report: OpenReport): ReportSchedule {
  const { upTo } = schedule.state;
  if (upTo !== undefined && upTo >= report.to) return schedule;
  return withState(schedule, { upTo: report.to, open: [...openReports(schedule), report] });
}

/** The report of the same period as it is now; undefined where it is posted and settled. */
export function presentOf(schedule: ReportSchedule, { from }: OpenReport): OpenReport | undefined {
  return openReports(schedule).find((report) => report.from === from);
}

/** The order with what a report is about to say of the days that may still change. */
export function withSaidDays(
  schedule: ReportSchedule,
  report: OpenReport,
  provisional: SaidDay[],
): ReportSchedule {
  return changedReport(schedule, report, (present) => ({ ...present, provisional }));
}

/** The order with a report posted; one without days that may change is settled by that. */
export function posted(schedule: ReportSchedule, report: OpenReport, messageRef: MessageRef): ReportSchedule {
  return changedReport(schedule, report, (present) => ({ ...present, messageRef }));
}

/** The order with a report's thread told of what changed; what was found since is still to be told. */
export function threadNotified(schedule: ReportSchedule, { from, changed = [] }: OpenReport): ReportSchedule {
  return changedReport(schedule, { from }, (present) => {
    if (present.changed?.[0]?.day !== changed[0]?.day) return present;
    const { changed: _told, ...rest } = present;
    return rest;
  });
}

/** The order after a look at all days that may have changed. */
export function checked(
  schedule: ReportSchedule,
  recheckAt: Date,
  afterCheck: (report: OpenReport) => OpenReport,
): ReportSchedule {
  const open = openReports(schedule).map((report) => (isFollowed(report) ? afterCheck(report) : report));
  return withState(schedule, { open, recheckAt: recheckAt.toISOString() });
}

/** True for a report whose days are looked at: it is posted, and its thread waits for nothing. */
export function isFollowed({ messageRef, changed, provisional }: OpenReport): boolean {
  return messageRef !== undefined && changed === undefined && provisional.length > 0;
}

function changedReport(
  schedule: ReportSchedule,
  { from }: Pick<OpenReport, "from">,
  change: (present: OpenReport) => OpenReport,
): ReportSchedule {
  const open = openReports(schedule).map((report) => (report.from === from ? change(report) : report));
  return withState(schedule, { open });
}

function withState(schedule: ReportSchedule, state: Partial<ReportSchedule["state"]>): ReportSchedule {
  const next = { ...schedule.state, ...state };
  return { ...schedule, state: { ...next, open: (next.open ?? []).filter(isOpen) } };
}

function isOpen({ messageRef, provisional, changed }: OpenReport): boolean {
  return messageRef === undefined || provisional.length > 0 || changed !== undefined;
}
