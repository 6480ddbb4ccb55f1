import type { Decimal } from "decimal.js";
import { code, formatChannel } from "../../../platform/blocks/escape.ts";
import { daysInRuns, humanDays, weekdayOf, type Day } from "../../../lib/day.ts";
import { type CreditPrice, changeBetween, formatCost, formatCredits, separated } from "../../../lib/money.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { plural } from "../../../lib/text.ts";
import { localClock } from "../../../lib/time.ts";
import { type OpenReport, type ReportSchedule, type Rhythm, adjectives, isOwn, viewOf } from "./schedule.ts";

// The texts of cost reports on a schedule, in mrkdwn unless they say otherwise.

type Facts = Pick<
  ReportSchedule,
  "every" | "on" | "at" | "timeZone" | "by" | "isByTeam" | "channelId" | "isPage" | "focus"
>;
type Times = Pick<Facts, "every" | "on" | "at" | "timeZone">;

// A schedule in words. Its times are in its own zone.

/** A time zone as people write it: "Europe/Berlin", "UTC+05:30". */
const zoneName = (timeZone: string) => (/^[+-]/.test(timeZone) ? `UTC${timeZone}` : timeZone);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const rhythms: Record<Rhythm, string> = {
  daily: "every day",
  weekdays: "every weekday",
  weekly: "every week",
  monthly: "every month",
};

/** "every Monday at 09:00 Europe/Berlin". */
const times = ({ every, on, at, timeZone }: Times) =>
  `${on === undefined ? rhythms[every] : `every ${capital(on)}`} at ${at} ${zoneName(timeZone)}`;

const contents: Record<Rhythm, string> = {
  daily: "costs of the day before",
  weekdays: "costs of the day before",
  weekly: "costs of the week before",
  monthly: "costs of the month before",
};

function contentOf({ every, on }: Pick<Facts, "every" | "on">): string {
  return on === undefined || on === "monday" ? contents[every] : "costs of the seven days before";
}

/** Only its person sees a report of their own. */
const where = (facts: Pick<Facts, "channelId">) =>
  isOwn(facts) ? "in your direct messages" : formatChannel(facts);

/** "Every Monday at 09:00 Europe/Berlin: costs of the week before by service, in <#C1>." */
export function schedule(facts: Facts): string {
  const usual = `${contentOf(facts)} by ${viewOf(facts)}`;
  const page = facts.isPage ? "the page of the month before" : usual;
  const content = facts.focus ? `the FOCUS ${facts.focus} file of the month before` : page;
  const said = `${capital(times(facts))}: ${content}, ${where(facts)}.`;
  return facts.every === "weekdays" ? `${said} Monday's report includes the weekend.` : said;
}

/** A moment in the zone of a schedule: "Monday 30 Nov 2026 at 09:00 Europe/Berlin". */
function momentIn(timeZone: string, time: Date): string {
  const { day, at } = localClock(time, timeZone);
  return `${weekdayOf(day)} ${humanDays(day, day)} at ${at} ${zoneName(timeZone)}`;
}

export const next = (timeZone: string, due: Date, { from, to }: DaySpan) =>
  `Next report: ${momentIn(timeZone, due)}, for ${humanDays(from, to)}.`;

export const overdue = ({ from, to }: DaySpan) => `The report for ${humanDays(from, to)} comes in a moment.`;

// Answers.

export const scheduled = (said: string) => `Scheduled. ${said}`;
export const changed = (said: string) => `Changed. ${said}`;
export const alreadyScheduled = (said: string) => `Already scheduled. ${said}`;
export const daysInUtc =
  "Days, weeks and months are in UTC. A report comes after its last day has ended in UTC.";

export const none = "No cost reports are scheduled.";
export const howToAdd =
  "To schedule one, run `/db costs schedule every monday at 9` in the channel that should get it.";

/** `page` is "" for a list on one page. */
export const listed = (count: number, page: string) => `*${plural(count, "cost report")}*${page}`;
export const page = (first: number, last: number) => `, ${first} to ${last}`;
export const stopHint = "To stop the first: `/db costs schedule stop 1`";
export const stopOwnHint = "To stop all of your own: `/db costs schedule stop mine`";
export const requestedBy = (userId: string) => `Requested by <@${userId}>.`;

export const stopped = (facts: Facts) => `Stopped the ${adjectives[facts.every]} report ${where(facts)}.`;

// Buttons, in plain text.

export const buttons = {
  all: "All reports",
  stop: "Stop",
  again: "Schedule it again",
  earlier: "Earlier",
  more: "More",
  closer: "Look closer",
  now: "Current costs",
} as const;

export const costsOf = ({ from, to }: DaySpan) => `Costs of ${humanDays(from, to)}`;

export const stopQuestion = ({ every }: Pick<Facts, "every">) => ({
  title: "Stop this report?",
  text: `I'll no longer post the ${adjectives[every]} cost report there. Earlier reports stay.`,
  yes: "Stop it",
  no: "Keep it",
});

// Problems, in plain text with code.

/** A correct command, for the end of an error. */
export const example = "For example: `/db costs schedule every monday at 9 by service Europe/Berlin`.";

export const tooMany = (most: number) =>
  `A workspace can have ${most} reports. Stop one first: \`/db costs schedule list\` shows them.`;
export const tooManyOwn = (most: number) =>
  `You can have ${most} reports of your own. Stop one first: \`/db costs schedule list\` shows them.`;
export const tooManyOfAll = (most: number) =>
  `${most} people's own reports are scheduled here, and a workspace can't have more. Ask an operator for a report in a channel.`;
export const noneOwn =
  "You have no cost report of your own. `/db costs schedule weekly to me` sends you one each week.";
/** In direct messages, when it ends. */
export const noLongerAllowed = (subject: string) =>
  `${subject} has ended, because you may no longer see costs here. An admin can give you the viewer role.`;
export const justStopped = "Someone stopped this report a moment ago. Run the command again to schedule it.";

export const noneToStop = `${none} There's nothing to stop.`;
const whatIsThere = (reports: number) =>
  `You have ${plural(reports, "report")}. \`/db costs schedule list\` shows ${reports === 1 ? "its number" : "their numbers"}.`;
/** In mrkdwn. */
export const stopWhich = "*Which report?* Choose it, or type its number: `/db costs schedule stop 1`.";
export const noSuchNumber = (number: string, reports: number) =>
  `I can't find report ${number}. ${whatIsThere(reports)}`;
export const alreadyStopped = (reports: number) => `This report was stopped already. ${whatIsThere(reports)}`;

export const howOften = (near: string | undefined) =>
  `How often? Choose \`daily\`, \`weekdays\`, \`weekly\`, \`every monday\` or \`monthly\`.${near === undefined ? "" : ` Did you mean ${code(near)}?`}`;
export const oneRhythm =
  "Choose one rhythm. For several weekdays, choose `weekdays` or schedule one report for each day in its own channel.";
export const notATime = (typed: string) =>
  `“${typed}” isn't a time of day. Enter one time from 00:00 to 23:59, such as 9am.`;
export const notAView = (typed: string) =>
  `I can list costs by service, team, metric or day, but not by “${typed}”.`;
export const pageIsMonthly = "A month's page comes monthly. Try `/db costs schedule monthly page`.";
export const focusIsMonthly = "A FOCUS file comes monthly. Try `/db costs focus monthly #finance`.";
export const noDayOfMonth = (typed: string) =>
  `A monthly report comes when its month is over. Leave “${typed}” out.`;
/** `hint` is a sentence. */
export const notAZone = (typed: string, hint: string) =>
  `I don't recognize the time zone “${typed}”. ${hint}`;

// The report.

/** Plain text, before the days. */
export function title({ every }: Pick<Facts, "every">, { from, to }: DaySpan): string {
  if (every === "weekly") return "Costs of the week";
  if (every === "monthly") return "Costs of the month";
  return `Costs of ${weekdayOf(from)}${from === to ? "" : ` to ${weekdayOf(to)}`}`;
}

export const posted = (facts: Times) => `Posted ${times(facts)}. To stop it: \`/db costs schedule list\`.`;

/** `why` is a sentence in mrkdwn. */
export const noFile = (why: string, { from, to }: DaySpan) =>
  `I couldn't put the FOCUS file here: ${why} ${code(`/db costs focus ${from} to ${to}`)} sends it to you.`;

export const mayChange = "This may still change, because the cloud hasn't closed all of these days.";

export function missed({ from, to, count: reports }: NonNullable<OpenReport["missed"]>): string {
  const what = reports === 1 ? "the report before" : `the ${plural(reports, "report")} before`;
  return `I couldn't post ${what} (${humanDays(from, to)}), because Quartermaster or the cloud was down.`;
}

// Its thread.

export interface ChangedFacts {
  day: Day;
  before: Decimal;
  now: Decimal;
}

function amounts({ before, now }: ChangedFacts, price: CreditPrice | undefined): string {
  const change = changeBetween(now, before);
  const direction = now.gt(before) ? "more" : "less";
  const size = change === null ? direction : `${separated(change.percent.abs(), 1)}% ${direction}`;
  return `${formatCost(now, price)}, ${size} than the ${formatCredits(before, price)} above`;
}

export function lateChanges(days: readonly ChangedFacts[], price?: CreditPrice): string {
  const [only, ...others] = days;
  if (only && others.length === 0) return `*${daysInRuns([only.day])}* is final: ${amounts(only, price)}.`;
  const lines = days.map((change) => `• *${daysInRuns([change.day])}*: ${amounts(change, price)}`);
  return ["These days are final:", ...lines].join("\n");
}
