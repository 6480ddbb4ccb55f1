import type { DaySpan } from "../../../lib/period/spans.ts";
import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import { localDay, localTime } from "../../../lib/time.ts";
import type { ReportSchedule } from "./schedule.ts";
import { dayMs } from "../../../lib/duration.ts";
import { periodOf } from "../../../platform/jobs/schedules/schedules.ts";

/** How often a report comes, and at what time of day where. */
export type Schedule = Pick<ReportSchedule, "every" | "at" | "timeZone">;

/** A period in UTC days with the moment its report is due: the first such time of day once the period is over in UTC. */
export interface DuePeriod extends DaySpan {
  due: Date;
}

/** What is known of a report's past: when it was asked for, and the last day of the latest period that was begun to be posted. */
export interface Past {
  createdAt: Date;
  upTo?: Day | undefined;
}

/** What a report has to do at a moment. */
export interface Agenda {
  /** Periods to post, the older first; more than one only where a change of clocks makes them due at once. */
  due: DuePeriod[];
  /** Periods that fell due before those, and whose own time went by. */
  missed: DuePeriod[];
  /** The one after all these. */
  next: DuePeriod;
}

/** Which periods to post now, which ones were missed, and which one is next. */
export function agendaAt(now: Date, schedule: Schedule, past: Past): Agenda {
  let next = firstPeriod(schedule, past);
  const fallen: DuePeriod[] = [];
  while (next.due <= now) {
    fallen.push(next);
    next = withDue(periodAfter(schedule.every, next), schedule);
  }
  const latest = fallen.at(-1)?.due.getTime();
  const isDue = ({ due }: DuePeriod) => due.getTime() === latest;
  return { due: fallen.filter(isDue), missed: fallen.filter((period) => !isDue(period)), next };
}

// No report is due later after its period's end.
const longestWaitMs = 3 * dayMs;

/** The first period that is still to come: after the latest one, or else the first that falls due after it was asked for. */
function firstPeriod(schedule: Schedule, { createdAt, upTo }: Past): DuePeriod {
  if (upTo !== undefined) return withDue(periodAfter(schedule.every, { to: upTo }), schedule);
  const early = utcDay(new Date(createdAt.getTime() - longestWaitMs));
  let period = withDue(periodOf(schedule.every, early), schedule);
  while (period.due <= createdAt) period = withDue(periodAfter(schedule.every, period), schedule);
  return period;
}

function periodAfter(every: Schedule["every"], { to }: Pick<DaySpan, "to">): DaySpan {
  return periodOf(every, addDays(to, 1));
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
