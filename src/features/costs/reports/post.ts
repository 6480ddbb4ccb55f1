import type { Reply } from "../../../platform/blocks/reply.ts";
import type { ConsoleLinks } from "../../../platform/cloud/console-links.ts";
import type { CostsContext } from "../context.ts";
import { chartOf } from "../answer/answer.ts";
import { knownLinks } from "../answer/notes.ts";
import { type CostRange, parseCostRange } from "../../../lib/period/range.ts";
import type { CostSummary } from "../summary.ts";
import type { ReportSchedule, OpenReport, SaidDay } from "./schedule.ts";
import { fetchCosts } from "../read-costs.ts";
import { addUp, spansOf, reportReply } from "./report.ts";
import { commandFor, reportAsSubject, reportKey } from "./format-schedule.ts";
import { type Progress, begun, posted, presentOf, withSaidDays } from "./state.ts";
import { tellInChannel } from "../../../platform/jobs/schedules/schedules.ts";

// Nobody waits for a report in front of a screen.
const pictureWaitMs = 10_000;

/** Posts the report of a period once, and remembers what it says of days that may still change. */
export async function postReport(
  schedule: ReportSchedule,
  report: OpenReport,
  context: CostsContext,
): Promise<Progress> {
  const { schedules, now } = context;
  const range = parseCostRange(`${report.from} to ${report.to}`, now());
  const scheduleText = reportAsSubject(schedule);
  const spans = spansOf(range, now());
  if (!(await fetchCosts(context, schedule, { spans, scheduleText }))) return "refused";

  // Before it is posted, so that after a crash it is posted as well where another one has become due.
  const present = await schedules.change(schedule, (one) => begun(one, report));
  if (!present) return "ended";
  const open = presentOf(present, report);
  if (!open || open.messageRef) return present;
  // Beforehand, since a connection that is gone says nothing of the channel.
  const links = await knownLinks(schedule.connection, context);
  const messageRef = await tellInChannel(context, present, {
    key: reportKey(schedule, report),
    scheduleText,
    toStartAgain: commandFor(schedule),
    reply: () => draw(present, open, { range, links, context }),
  });
  if (!messageRef) return "ended";
  return (await schedules.change(present, (one) => posted(one, report, messageRef))) ?? "ended";
}

/** The report with its picture; what it says of days that may still change is remembered before it is posted. */
async function draw(
  schedule: ReportSchedule,
  report: OpenReport,
  { range, links, context }: { range: CostRange; links: ConsoleLinks; context: CostsContext },
): Promise<Reply> {
  const costs = await addUp(context.ledgerOf(schedule.connection), range, {
    services: context.services,
    now: context.now(),
  });
  const said = saidDays(costs.summary);
  await context.schedules.change(schedule, (present) => withSaidDays(present, report, said));
  const picture = await context.pictures.blockOf(chartOf(costs.pictured, schedule.by), pictureWaitMs);
  return reportReply(schedule, { ...costs, links, ...(picture && { picture }) }, report.missed);
}

function saidDays({ days }: CostSummary): SaidDay[] {
  return days
    .filter(({ provisional }) => provisional)
    .map(({ day, total }) => ({ day, said: total.toFixed() }));
}
