import { defaultNameOf } from "../../connections/index.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { CostsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError } from "../../../lib/errors.ts";
import { ReportSchedule, auditedReport } from "./schedule.ts";
import { type ScheduleWords, readScheduleWords } from "./read-words.ts";
import { formatNext, formatSchedule, stopButton } from "./format-schedule.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { channelOfSchedule, zoneNote } from "../../../platform/jobs/schedules/schedules.ts";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";

// Each one reads costs and posts; more than these are asked for by mistake.
const mostReports = 50;

/** Begins a cost report, or changes the one that its channel has; tells the asker when the next one comes. */
export async function addReport(words: string, context: CostsContext, asker: Asker): Promise<Reply> {
  const said = readScheduleWords(words);
  const { channelId, notes } = await channelOfSchedule(said.channelId, context, asker);
  const reports = await context.schedules.list(ReportSchedule);
  const connection = await defaultNameOf(context.connections);
  const target = { every: said.every, channelId, connection };
  const same = reports.find((one) => isSame(one, target));
  if (same) return changeReport(same, said, context, { ...asker, notes });
  if (reports.length >= mostReports) throw tooMany();

  const zone = said.timeZone === undefined ? await zoneOf(asker, context) : undefined;
  const schedule = newReport(
    { ...said, ...target, timeZone: said.timeZone ?? zone ?? "UTC" },
    context,
    asker,
  );
  await addSchedule(schedule, auditedReport, context);
  const kept = await keepOne(schedule, context);
  return answer(`Scheduled: ${formatSchedule(kept)}`, kept, context, [...zoneNote(said, zone), ...notes]);
}

type Target = Pick<ReportSchedule, "every" | "channelId" | "connection">;

function isSame(schedule: ReportSchedule, { every, channelId, connection }: Target): boolean {
  return schedule.every === every && schedule.channelId === channelId && schedule.connection === connection;
}

/** What was not said stays as it is. */
async function changeReport(
  schedule: ReportSchedule,
  { at = schedule.at, by = schedule.by, timeZone = schedule.timeZone }: ScheduleWords,
  context: CostsContext,
  { userId, notes }: Pick<Asker, "userId"> & { notes: string[] },
): Promise<Reply> {
  if (schedule.at === at && schedule.by === by && schedule.timeZone === timeZone)
    return answer(`That is scheduled already: ${formatSchedule(schedule)}`, schedule, context, notes);
  const change = (one: ReportSchedule): ReportSchedule => ({ ...one, at, by, timeZone, createdBy: userId });
  const changed = await changeSchedule(schedule, auditedReport, context, change);
  if (!changed)
    throw new AppError("conflict", "Somebody just stopped this report. Send the command again to have it.");
  return answer(`Changed: ${formatSchedule(changed)}`, changed, context, notes);
}

function newReport(
  {
    every,
    at = "09:00",
    by = "service",
    timeZone,
    channelId,
    connection,
  }: ScheduleWords & Target & { timeZone: string },
  { newId, now }: CostsContext,
  { userId }: Asker,
): ReportSchedule {
  const facts = { id: newId(), channelId, connection, createdBy: userId };
  return { ...facts, kind: "report", createdAt: now().toISOString(), every, at, by, timeZone, state: {} };
}

/** Of several that were asked for at the same moment, as by a double click, the oldest one stays. */
async function keepOne(schedule: ReportSchedule, context: CostsContext): Promise<ReportSchedule> {
  const reports = await context.schedules.list(ReportSchedule);
  const [kept = schedule, ...others] = reports.filter((one) => isSame(one, schedule));
  // Also those of others, who did not see this one yet though it is older.
  for (const other of others) await removeSchedule(other, auditedReport, context);
  return kept;
}

function answer(
  headline: string,
  schedule: ReportSchedule,
  { now }: CostsContext,
  notes: string[] = [],
): Reply {
  const text = `${headline}\n${formatNext(schedule, now(), "The next report")}`;
  const small = [
    ...notes,
    "Days, weeks and months are those of UTC, and a report comes once its own is over.",
  ].join(" ");
  return reply(`${text}\n${small}`, [
    section(text),
    smallPrint(small),
    actions([commandButton("All reports", "costs schedule list"), stopButton(schedule)]),
  ]);
}

function tooMany(): AppError {
  return new AppError(
    "user",
    `A workspace has at most ${mostReports} reports. Stop one first: \`/db costs schedule list\` shows them.`,
  );
}
