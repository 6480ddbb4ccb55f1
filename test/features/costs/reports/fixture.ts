import type { Redis } from "ioredis";
import { type Day, addDays, utcDay } from "../../../../src/lib/day.ts";
import { ReportSchedule } from "../../../../src/features/costs/reports/schedule.ts";
import { costRecord } from "../records.ts";
import { type ScheduleFixture, scheduleFixture } from "../../../platform/jobs/schedules/fixture.ts";

/** A workspace with one report schedule. */
export interface ReportFixture extends ScheduleFixture {
  /** The costs of a day at a time, and whether they are final. */
  costs: (day: Day, now: Date) => { total: number; locked: boolean };
  schedule(): Promise<ReportSchedule | undefined>;
  /** Takes all steps of the schedule until a time, with this many processes at once. */
  runUntil(time: string | Date, processes?: number): Promise<void>;
}

/** Costs that become final after two days and rise by 2 percent then, or by 10 percent on every fifth day. */
function provisionalCosts(day: Day, now: Date): { total: number; locked: boolean } {
  const locked = utcDay(now) > addDays(day, 2);
  const change = isLateChange(day) ? 1.1 : 1.02;
  return { total: locked ? Math.round(10_000 * change) / 100 : 100, locked };
}

/** True for a day with a change that is posted. */
export function isLateChange(day: Day): boolean {
  return (Date.parse(day) / 86_400_000) % 5 === 0;
}

/** Starts a report schedule in an empty Redis, at a time. */
export async function reportFixture(
  redis: Redis,
  start: string,
  expected: Partial<ReportSchedule> = {},
): Promise<ReportFixture> {
  const schedule: ReportSchedule = {
    id: "d1",
    kind: "report",
    connection: "default",
    channelId: "C1",
    createdBy: "U1",
    createdAt: new Date(start).toISOString(),
    every: "daily",
    at: "09:00",
    timeZone: "Europe/Berlin",
    by: "service",
    state: {},
    ...expected,
  };
  const costs = (day: Day, now: Date) => {
    const { total, locked } = fixture.costs(day, now);
    const record = { date: day, totalCredits: total, metrics: { computeCredits: total }, locked };
    return { locked, records: total === 0 ? [] : [costRecord(record)] };
  };
  const base = await scheduleFixture(redis, { workspaceId: "T1", start, costs }, [schedule]);
  const fixture: ReportFixture = Object.assign(base, {
    costs: provisionalCosts,
    async schedule() {
      const [found] = await base.context.schedules.list(ReportSchedule);
      return found;
    },
    async runUntil(time: string | Date, processes = 1) {
      const end = new Date(time);
      for (;;) {
        const next = await base.step(schedule.id, processes);
        if (next === "done") return;
        const at = new Date(base.now.getTime() + Math.max(1, next.againInMs));
        if (at > end) break;
        base.now = at;
      }
      base.now = end;
    },
  });
  return fixture;
}
