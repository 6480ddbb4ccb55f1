import type { DaySpan } from "../../../lib/period/spans.ts";
import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import { localDay, localTime } from "../../../lib/time.ts";
import type { ReportSchedule } from "./schedule.ts";
import { dayMs } from "../../../lib/duration.ts";
import { periodOf } from "../../../platform/jobs/schedules/schedules.ts";

/** How often a report comes, and at what time of day in which zone. */
export type Schedule = Pick<ReportSchedule, "every" | "at" | "timeZone">;

/** A period in UTC days. Its report is due at the first such time of day after the period is over in UTC. */
export interface DuePeriod extends DaySpan {
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
    next = periodAfter(next.to, schedule);
  }
  const latest = fallen.at(-1)?.due.getTime();
  const isDue = ({ due }: DuePeriod) => due.getTime() === latest;
  return { due: fallen.filter(isDue), missed: fallen.filter((period) => !isDue(period)), next };
}

// The longest time from a period's end to its report.
const longestWaitMs = 3 * dayMs;

/** The period after the latest report, or else the first one that is due after the schedule was created. */
function firstPeriod(schedule: Schedule, { createdAt, upTo }: Past): DuePeriod {
  if (upTo !== undefined) return periodAfter(upTo, schedule);
  const early = utcDay(new Date(createdAt.getTime() - longestWaitMs));
  let period = withDue(periodOf(schedule.every, early), schedule);
  while (period.due <= createdAt) period = periodAfter(period.to, schedule);
  return period;
}

function periodAfter(day: Day, schedule: Schedule): DuePeriod {
  return withDue(periodOf(schedule.every, addDays(day, 1)), schedule);
}

function withDue({ from, to }: DaySpan, { at, timeZone }: Schedule): DuePeriod {
  const end = new Date(addDays(to, 1));
  let day = localDay(end, timeZone);
  let due = localTime(day, at, timeZone);
  while (due < end) {
    day = addDays(day, 1);
    due = localTime(day, at, timeZone);
  }
  return { from, to, due };
}
