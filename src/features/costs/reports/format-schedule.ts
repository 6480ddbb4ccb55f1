import type { ReportSchedule, OpenReport } from "./schedule.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { humanDays } from "../../../lib/day.ts";
import { agendaAt } from "./periods.ts";

/** A report as the subject of a sentence. */
export function reportAsSubject({ every }: Pick<ReportSchedule, "every">): string {
  return `The ${every} cost report`;
}

/** The command that asks for a report like this one, in another channel or again in its own. */
export function commandFor({ every, at, by, timeZone }: ReportSchedule): string {
  return `/db costs schedule ${every} at ${at} in #channel by ${by} ${timeZone}`;
}

/** The name of a report's post, which no other post of the workspace has. */
export function reportKey({ id }: ReportSchedule, { from }: Pick<OpenReport, "from">): string {
  return `report:${id}:${from}`;
}

const paces = {
  daily: { when: "every day", what: "the costs of the day before" },
  weekly: { when: "every week", what: "the costs of the week before" },
  monthly: { when: "every month", what: "the costs of the month before" },
};

/** A report as a sentence: what is posted where, and when. */
export function formatSchedule(schedule: ReportSchedule): string {
  const { when, what } = paces[schedule.every];
  return `${when} at ${schedule.at} (${schedule.timeZone}), ${what} by ${schedule.by} ${formatChannel(schedule)}.`;
}

/** When a report comes next, and of what, as a sentence; `subject` begins it. */
export function formatNext(schedule: ReportSchedule, now: Date, subject: string): string {
  const past = { createdAt: new Date(schedule.createdAt), upTo: schedule.state.upTo };
  const { due, next } = agendaAt(now, schedule, past);
  const [overdue] = due;
  if (overdue) return `${subject}, of ${humanDays(overdue.from, overdue.to)}, comes in a moment.`;
  return `${subject} comes ${slackDate(next.due)} and is of ${humanDays(next.from, next.to)}.`;
}

/** Stops a report, after a question: a whole channel reads it. */
export function stopButton({ id, every }: ReportSchedule) {
  const question = {
    title: "Stop this report?",
    text: `The ${every} cost report is not posted there any more. What was posted stays.`,
    yes: "Stop it",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Stop", `costs schedule stop ${id}`);
}

/** Asks for the same report again. */
export function againButton({ every, at, by, timeZone, channelId }: ReportSchedule) {
  const command = `costs schedule ${every} at ${at} in <#${channelId}> by ${by} ${timeZone}`;
  return commandButton("Schedule it again", command);
}
