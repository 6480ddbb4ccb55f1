import type { Redis } from "ioredis";
import { type Day, addDays, utcDay } from "../../../../src/lib/day.ts";
import { ReportSchedule } from "../../../../src/features/costs/reports/schedule.ts";
import { costRecord } from "../records.ts";
import { type ScheduleFixture, scheduleFixture } from "../../../platform/jobs/schedules/fixture.ts";

/** A room with one report in it. */
export interface ReportFixture extends ScheduleFixture {
  /** What everything costs on a day, and whether that is final, at a time. */
  costs: (day: Day, now: Date) => { total: number; locked: boolean };
  schedule(): Promise<ReportSchedule | undefined>;
  /** Steps at every time that the order asks for, until that time, by so many processes at once. */
  runUntil(time: string | Date, processes?: number): Promise<void>;
}

/** Costs that are final two days later, and then 2 percent higher; 10 percent on every fifth day. */
function settlingCosts(day: Day, now: Date): { total: number; locked: boolean } {
  const locked = utcDay(now) > addDays(day, 2);
  const change = isLateChange(day) ? 1.1 : 1.02;
  return { total: locked ? Math.round(10_000 * change) / 100 : 100, locked };
}

/** True for a day whose change is worth a word. */
export function isLateChange(day: Day): boolean {
  return (Date.parse(day) / 86_400_000) % 5 === 0;
}

/** Begins a report in an empty Redis, at a time. */
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
  const messageRef = await scheduleFixture(redis, { workspaceId: "T1", start, costs }, [schedule]);
  const fixture: ReportFixture = Object.assign(messageRef, {
    costs: settlingCosts,
    async schedule() {
      const [found] = await messageRef.context.schedules.list(ReportSchedule);
      return found;
    },
    async runUntil(time: string | Date, processes = 1) {
      const end = new Date(time);
      for (;;) {
        const next = await messageRef.step(schedule.id, processes);
        if (next === "done") return;
        const at = new Date(messageRef.now.getTime() + Math.max(1, next.againInMs));
        if (at > end) break;
        messageRef.now = at;
      }
      messageRef.now = end;
    },
  });
  return fixture;
}
