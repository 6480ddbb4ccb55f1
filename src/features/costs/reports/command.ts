import { ReportSchedule, auditedReport } from "./schedule.ts";
import { removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { CostsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { addReport } from "./add.ts";
import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { pageButton } from "../../../platform/blocks/command-button.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { plural } from "../../../lib/text.ts";
import { formatNext, formatSchedule, stopButton, againButton } from "./format-schedule.ts";
import { AppError } from "../../../lib/errors.ts";

const listing = new Set(["", "list"]);
const stopping = new Set(["stop", "remove", "delete", "cancel"]);

/** `/db costs schedule …`: asks for cost reports in channels, lists them and stops them. */
export async function scheduleCosts(words: string, context: CostsContext, asker: Asker): Promise<Reply> {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  const subcommand = word.toLowerCase();
  if (listing.has(subcommand))
    return reportsReply(await context.schedules.list(ReportSchedule), context.now(), rest);
  if (stopping.has(subcommand)) return stopReport(rest.trim(), context);
  return addReport(words, context, asker);
}

/** As many as are read at a glance. */
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
  const headline = `*${plural(reports.length, "cost report")}*${shown.length < reports.length ? `, ${start + 1} to ${end}` : ""}`;
  const texts = shown.map((report, index) => entry(report, start + index + 1, now));
  const hint = "`/db costs schedule stop 1` stops the first.";
  return reply([headline, ...texts, hint].join("\n"), [
    section(headline),
    ...shown.map((report, index): KnownBlock => {
      return { ...section(texts[index] ?? ""), accessory: stopButton(report) };
    }),
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

/** Stops a report by its number in the list, or by its id as its button does; tells how to have it again. */
async function stopReport(which: string, context: CostsContext): Promise<Reply> {
  const reports = await context.schedules.list(ReportSchedule);
  const report = find(which.replace(/^#/, ""), reports);
  await removeSchedule(report, auditedReport, context);
  const text = `Stopped; this is not posted any more: ${formatSchedule(report)}`;
  return reply(text, [section(text), actions([againButton(report)])]);
}

function find(which: string, reports: readonly ReportSchedule[]): ReportSchedule {
  const isNumber = /^\d{1,4}$/.test(which);
  const found = isNumber ? reports[Number(which) - 1] : reports.find(({ id }) => id === which);
  if (found) return found;
  if (reports.length === 0)
    throw new AppError("missing", "No cost reports are scheduled, so there is none to stop.");
  const there = `There ${reports.length === 1 ? "is" : "are"} ${plural(reports.length, "report")}: \`/db costs schedule list\` shows the numbers.`;
  if (which === "")
    throw new AppError("user", `Say which one to stop, as in \`/db costs schedule stop 1\`. ${there}`);
  if (isNumber) throw new AppError("missing", `There is no report number ${which}. ${there}`);
  throw new AppError("missing", `This report is stopped already, or was never there. ${there}`);
}
