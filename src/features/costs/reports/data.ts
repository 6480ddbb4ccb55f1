import { z } from "zod";
import type { Trouble, Troubles } from "../../../platform/jobs/schedules/troubles.ts";
import { day, problem, time, total } from "../../../platform/commands/found.ts";
import { agendaOf } from "./periods.ts";
import { type ReportSchedule, Rhythm, Weekday, viewOf } from "./schedule.ts";

const ReportData = z.object({
  number: z.int().describe("Its number in the list, which stops it"),
  id: z.string(),
  channelId: z.string().describe("The Slack channel that gets it, or the person for their direct messages"),
  connection: z.string().describe("The connection to the cloud that it is about"),
  every: Rhythm.describe("How often it comes. weekdays: from Monday to Friday"),
  on: Weekday.optional().describe("The day of a weekly report. Absent for one from Monday to Sunday"),
  at: z.string().describe("The time of day, such as 09:00"),
  timeZone: z.string().describe("The time zone of that time: an IANA name, or an offset such as +05:30"),
  by: z.enum(["service", "team", "metric", "day"]).describe("What its rows are about"),
  focus: z.string().optional().describe("The version of FOCUS, if it is such a file"),
  nextAt: time.optional().describe("When the next one is due. In the past if it comes in a moment"),
  nextFrom: day.optional().describe("The first day that it has"),
  nextTo: day.optional().describe("The last day that it has"),
  problem,
  createdBy: z.string().describe("The Slack id of the person who scheduled it"),
  createdAt: time.describe("When it was scheduled"),
});

/** The answer of `/db costs schedule list`, for programs. */
export const ReportsData = z.object({
  reports: z.array(ReportData).describe("All cost reports on a schedule, the oldest first"),
  total,
});

/** The reports on a schedule. */
export function reportsData(
  reports: readonly ReportSchedule[],
  now: Date,
  troubles: Troubles,
): z.output<typeof ReportsData> {
  return {
    reports: reports.map((report, index) => ({
      number: index + 1,
      ...reportData(report, now, troubles.get(report.id)),
    })),
    total: reports.length,
  };
}

function reportData(
  report: ReportSchedule,
  now: Date,
  trouble: Trouble | undefined,
): Omit<z.output<typeof ReportData>, "number"> {
  const { id, channelId, connection, every, on, at, timeZone, createdBy, createdAt } = report;
  const { due, next } = trouble?.isUnfit ? {} : agendaOf(report, now);
  const coming = due?.[0] ?? next;
  return {
    id,
    channelId,
    connection,
    every,
    on,
    at,
    timeZone,
    by: viewOf(report),
    focus: report.focus,
    nextAt: coming?.due.toISOString(),
    nextFrom: coming?.from,
    nextTo: coming?.to,
    problem: trouble?.why,
    createdBy,
    createdAt,
  };
}
