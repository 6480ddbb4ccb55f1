import type { KnownBlock } from "@slack/types";
import { defaultNameOf } from "../../connections/index.ts";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter, pageButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { Asker } from "../../../platform/context.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { channelOfSchedule, scheduleNamed, zoneNote } from "../../../platform/jobs/schedules/schedules.ts";
import { humanDays } from "../../../lib/day.ts";
import { AppError } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import type { CostsContext } from "../context.ts";
import { agendaOf } from "./periods.ts";
import { type ScheduleWords, readScheduleWords } from "./read-words.ts";
import { ReportSchedule, reportKind } from "./schedule.ts";

const listing = new Set(["", "list"]);
const stopping = new Set(["stop", "remove", "delete", "cancel"]);

/** `/db costs schedule …`: adds, lists and stops cost reports in channels. */
export async function scheduleCosts(words: string, context: CostsContext, asker: Asker): Promise<Reply> {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  const subcommand = word.toLowerCase();
  if (listing.has(subcommand))
    return reportsReply(await context.schedules.list(ReportSchedule), context.now(), rest);
  if (stopping.has(subcommand)) return stopReport(rest.trim(), context);
  return addReport(words, context, asker);
}

// Each report reads costs and posts. More of them would be a mistake.
const mostReports = 50;

/** Adds a cost report, or changes the one that its channel has. Replies when the next one comes. */
export async function addReport(words: string, context: CostsContext, asker: Asker): Promise<Reply> {
  const said = readScheduleWords(words);
  const { channelId, notes } = await channelOfSchedule(said.channelId, context, asker);
  const reports = await context.schedules.list(ReportSchedule);
  const connection = await defaultNameOf(context.connections);
  const target = { every: said.every, channelId, connection };
  const same = reports.find((one) => isSame(one, target));
  if (same) return changeReport(same, said, context, { ...asker, notes });
  if (reports.length >= mostReports)
    throw new AppError(
      "user",
      `A workspace has at most ${mostReports} reports. Stop one first: \`/db costs schedule list\` shows them.`,
    );

  const zone = said.timeZone === undefined ? await zoneOf(asker, context) : undefined;
  const schedule: ReportSchedule = {
    ...target,
    kind: "report",
    id: context.newId(),
    createdBy: asker.userId,
    createdAt: context.now().toISOString(),
    at: said.at ?? "09:00",
    by: said.by ?? "service",
    timeZone: said.timeZone ?? zone ?? "UTC",
    state: {},
  };
  await addSchedule(reportKind, schedule, context);
  const kept = await keepOne(schedule, context);
  return answer(`Scheduled: ${formatSchedule(kept)}`, kept, context, [...zoneNote(said, zone), ...notes]);
}

function isSame(
  schedule: ReportSchedule,
  { every, channelId, connection }: Pick<ReportSchedule, "every" | "channelId" | "connection">,
): boolean {
  return schedule.every === every && schedule.channelId === channelId && schedule.connection === connection;
}

/** Changes only what was said. */
async function changeReport(
  schedule: ReportSchedule,
  { at = schedule.at, by = schedule.by, timeZone = schedule.timeZone }: ScheduleWords,
  context: CostsContext,
  { userId, notes }: Pick<Asker, "userId"> & { notes: string[] },
): Promise<Reply> {
  if (schedule.at === at && schedule.by === by && schedule.timeZone === timeZone)
    return answer(`That is scheduled already: ${formatSchedule(schedule)}`, schedule, context, notes);
  const change = (one: ReportSchedule): ReportSchedule => ({ ...one, at, by, timeZone, createdBy: userId });
  const changed = await changeSchedule(reportKind, schedule, context, change);
  if (!changed)
    throw new AppError("conflict", "Somebody just stopped this report. Send the command again to have it.");
  return answer(`Changed: ${formatSchedule(changed)}`, changed, context, notes);
}

/** If a double click added several reports at once, the oldest one stays. */
async function keepOne(schedule: ReportSchedule, context: CostsContext): Promise<ReportSchedule> {
  const reports = await context.schedules.list(ReportSchedule);
  const [kept = schedule, ...others] = reports.filter((one) => isSame(one, schedule));
  // Another process may have added one without seeing this one, which is older.
  for (const other of others) await removeSchedule(reportKind, other, context);
  return kept;
}

function answer(
  headline: string,
  schedule: ReportSchedule,
  { now }: CostsContext,
  notes: readonly string[],
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

const pageSize = 10;
const howToAdd =
  "To have one, write for example `/db costs schedule daily at 09:00` in the channel that it is for.";

/** The workspace's reports, numbered by age; `from` is the number that the page begins with. */
function reportsReply(reports: readonly ReportSchedule[], now: Date, from: string): Reply {
  if (reports.length === 0) return say(`No cost reports are scheduled. ${howToAdd}`);
  const wanted = Number(from) - 1;
  const start = Number.isInteger(wanted) && wanted > 0 && wanted < reports.length ? wanted : 0;
  const shown = reports.slice(start, start + pageSize);
  const end = start + shown.length;
  const page = shown.length < reports.length ? `, ${start + 1} to ${end}` : "";
  const headline = `*${plural(reports.length, "cost report")}*${page}`;
  const entries = shown.map((report, index) => ({ report, text: entry(report, start + index + 1, now) }));
  const hint = "`/db costs schedule stop 1` stops the first.";
  return reply([headline, ...entries.map(({ text }) => text), hint].join("\n"), [
    section(headline),
    ...entries.map(({ report, text }): KnownBlock => ({ ...section(text), accessory: stopButton(report) })),
    ...pageButtons(start, end, reports.length),
    smallPrint(hint),
  ]);
}

function entry(report: ReportSchedule, number: number, now: Date): string {
  const sentence = formatSchedule(report);
  const first = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  return `*${number}.* ${first}\n${formatNext(report, now, "The next one")} Asked for by <@${report.createdBy}>.`;
}

function pageButtons(start: number, end: number, total: number): KnownBlock[] {
  const buttons = [
    ...(start > 0 ? [pageButton("Earlier", `costs schedule list ${Math.max(1, start - pageSize + 1)}`)] : []),
    ...(end < total ? [pageButton("More", `costs schedule list ${end + 1}`)] : []),
  ];
  return buttons.length === 0 ? [] : [actions(buttons)];
}

/** Stops a report by its number in the list, or by its id as its button does. */
async function stopReport(which: string, context: CostsContext): Promise<Reply> {
  const reports = await context.schedules.list(ReportSchedule);
  const report = find(which.replace(/^#/, ""), reports);
  await removeSchedule(reportKind, report, context);
  const text = `Stopped; this is not posted any more: ${formatSchedule(report)}`;
  const { every, at, by, timeZone, channelId } = report;
  const again = `costs schedule ${every} at ${at} in <#${channelId}> by ${by} ${timeZone}`;
  return reply(text, [section(text), actions([commandButton("Schedule it again", again)])]);
}

function find(which: string, reports: readonly ReportSchedule[]): ReportSchedule {
  const found = scheduleNamed(which, reports);
  if (found) return found;
  if (reports.length === 0)
    throw new AppError("missing", "No cost reports are scheduled, so there is none to stop.");
  const there = `There ${reports.length === 1 ? "is" : "are"} ${plural(reports.length, "report")}: \`/db costs schedule list\` shows the numbers.`;
  if (which === "")
    throw new AppError("user", `Say which one to stop, as in \`/db costs schedule stop 1\`. ${there}`);
  if (/^\d{1,4}$/.test(which)) throw new AppError("missing", `There is no report number ${which}. ${there}`);
  throw new AppError("missing", `This report is stopped already, or was never there. ${there}`);
}

const paces = {
  daily: { when: "every day", what: "the costs of the day before" },
  weekly: { when: "every week", what: "the costs of the week before" },
  monthly: { when: "every month", what: "the costs of the month before" },
};

/** A schedule as a sentence that begins with a small letter. */
function formatSchedule(schedule: ReportSchedule): string {
  const { when, what } = paces[schedule.every];
  return `${when} at ${schedule.at} (${schedule.timeZone}), ${what} by ${schedule.by} ${formatChannel(schedule)}.`;
}

/** When the next report comes and which days it has, as a sentence; `subject` begins it. */
function formatNext(schedule: ReportSchedule, now: Date, subject: string): string {
  const { due, next } = agendaOf(schedule, now);
  const [overdue] = due;
  if (overdue) return `${subject}, of ${humanDays(overdue.from, overdue.to)}, comes in a moment.`;
  return `${subject} comes ${slackDate(next.due)} and is of ${humanDays(next.from, next.to)}.`;
}

/** Stops a report after a question, because a whole channel reads it. */
function stopButton({ id, every }: ReportSchedule) {
  const question = {
    title: "Stop this report?",
    text: `The ${every} cost report is not posted there any more. What was posted stays.`,
    yes: "Stop it",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Stop", `costs schedule stop ${id}`);
}
