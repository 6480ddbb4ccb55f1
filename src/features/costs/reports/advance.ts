import type { CostsContext } from "../context.ts";
import { ReportSchedule } from "./schedule.ts";
import type { ScheduleStep, ScheduleKind } from "../../../platform/jobs/schedules/schedules.ts";
import { refusedAgainInMs } from "../read-costs.ts";
import { followReports } from "./follow.ts";
import { type Agenda, agendaAt } from "./periods.ts";
import { postReport } from "./post.ts";
import { type Progress, isFollowed, openReports, toBegin } from "./state.ts";

/** Posts the reports that are due, tells the threads of earlier ones what changed, and says when to come again. */
async function advanceReports(schedule: ReportSchedule, context: CostsContext): Promise<ScheduleStep> {
  const { createdAt, state } = schedule;
  const past = { createdAt: new Date(createdAt), upTo: state.upTo };
  const agenda = agendaAt(context.now(), schedule, past);
  const posted = await postDue(schedule, agenda, context);
  const present = typeof posted === "string" ? posted : await followReports(posted, context);
  if (present === "ended") return "done";
  if (present === "refused") return { againInMs: refusedAgainInMs };
  return { againInMs: nextStepAt(present, agenda).getTime() - context.now().getTime() };
}

async function postDue(schedule: ReportSchedule, agenda: Agenda, context: CostsContext): Promise<Progress> {
  let present = schedule;
  const unposted = openReports(schedule).filter(({ messageRef }) => messageRef === undefined);
  for (const report of [...unposted, ...toBegin(agenda)]) {
    const next = await postReport(present, report, context);
    if (typeof next === "string") return next;
    present = next;
  }
  return present;
}

function nextStepAt(schedule: ReportSchedule, { next }: Agenda): Date {
  const { recheckAt } = schedule.state;
  if (recheckAt === undefined || !openReports(schedule).some(isFollowed)) return next.due;
  return new Date(Math.min(next.due.getTime(), Date.parse(recheckAt)));
}

/** Cost reports. */
export const reports: ScheduleKind<CostsContext, ReportSchedule> = {
  kind: "report",
  record: ReportSchedule,
  advance: advanceReports,
};
