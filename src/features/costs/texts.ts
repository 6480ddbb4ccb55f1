import { code, escapeName } from "../../platform/blocks/escape.ts";
import { humanDuration } from "../../lib/duration.ts";
import { formatList, plural, truncate } from "../../lib/text.ts";
import type { Decimal } from "decimal.js";
import { type CreditPrice, formatCost } from "../../lib/money.ts";
import type { DaySpan } from "../../lib/period/spans.ts";
import type { ReadProgress } from "./ledger/ledger.ts";
import { when } from "./answer/texts.ts";

// The texts of `/db costs` around its answers; answer/texts.ts has those of the answers, budget/texts.ts and
// reports/texts.ts those of budgets and reports. mrkdwn, with names escaped here, unless it says otherwise.

/** The row of costs by team for everything without one. Plain text. */
export const noTeam = "No team";

// Words that people type.

export const channelTyped =
  "I show and share costs only in the channel that you're in. Leave the channel out: `/db costs share last 7 days`.";

const views = formatList(["service", "team", "metric", "day"], "or");

export const unknownView = (near: string | undefined) =>
  `I can list costs by ${views}. ${near === undefined ? "Try `/db costs last month by metric`." : `Did you mean ${code(`/db costs by ${near}`)}?`}`;

export const oneViewOnly = `Choose one: by ${views}. Try \`/db costs last month by metric\`.`;

const exampleOfTwo = "`/db costs october vs september`";

export const oneRangeOnly = `This takes one range of days. ${exampleOfTwo} compares two.`;
export const unknownDays = (typed: string) =>
  `I don't recognize “${truncate(typed, 60)}” as days to compare with. Try ${exampleOfTwo}.`;
export const compareWhat = (days: string) =>
  `Which days do you want to compare with ${truncate(days, 60)}? Try ${exampleOfTwo}.`;
export const notByDay = `I compare two ranges by service, team or metric. Try ${exampleOfTwo}.`;

/** Plain text, for an error. `mayBePeriod` is true if the words may have been meant as one. */
export const unknownService = (typed: string, mayBePeriod: boolean) =>
  mayBePeriod
    ? `I don't recognize “${typed}” as a date range or a service.`
    : `I don't know a service called “${typed}”.`;

export const noServicesYet = "No services have been added, and none had costs in the last 31 days.";
export const seeHelp = "`/db help costs` shows what you can ask.";

// Reading.

export function reading({ done, of, secondsLeft }: ReadProgress): string {
  const left = secondsLeft > 0 ? `, about ${humanDuration(secondsLeft)} left` : "";
  return `Reading costs: ${done} of ${plural(of, "part")}${left}. The cloud limits how fast I can read. I keep what I've read.`;
}

export const missingRight =
  "The key needs the right to read the organization's usage costs (billing). You can grant it in the cloud's console.";

/** `subject` and `channel` are mrkdwn, as in "The daily cost report" and "in <#C1>"; `why` is a sentence. */
export const scheduleWaits = (subject: string, channel: string, why: string) =>
  `:warning: ${subject} ${channel} is waiting, because I can't read the costs. ${why} I'll try again every hour.`;

// The CSV file.

const ofService = (service: string | undefined) =>
  service === undefined ? "" : ` of ${escapeName(service)}`;

export const nothingForFile = (service: string | undefined, span: DaySpan) =>
  `No costs${ofService(service)} ${when(span)}, so there's nothing to put in a file.`;

/** For the person, where they asked. */
export const fileSent = (service: string | undefined, span: DaySpan, size: string) =>
  `I've sent you the costs${ofService(service)} ${when(span)} as a CSV file (${size}). It's in your direct messages with me.`;

/** The message before the file. */
export const fileFollows = (service: string | undefined, span: DaySpan) =>
  `*Here's the CSV: costs${ofService(service)} ${when(span)}*\n${fileExplained}`;

const fileExplained =
  "One row per day and service or warehouse, one column per metric. Amounts are in credits, exactly as the cloud reports them. With a price of a credit, the last columns have the money that they cost. Provisional rows may still change. Days are in UTC.";

export const fileRefused = (service: string | undefined, span: DaySpan) =>
  `Slack didn't take the file with the costs${ofService(service)} ${when(span)}. Run the command again.`;

// Reading days again.

export const rereadWhichDays = "Which days? For example: `/db costs reread last month`.";

export function reread(days: number, connection: string | undefined): string {
  const of = connection === undefined ? "" : ` of the connection “${escapeName(connection)}”`;
  return `I've read ${plural(days, "day")}${of} again.`;
}

export const rereadTotal = (span: DaySpan, total: Decimal, price?: CreditPrice) =>
  `The costs ${when(span)} are *${formatCost(total, price)}*.`;

export function rereadChanged(changed: number, days: number): string {
  if (changed === 0) return "Nothing changed.";
  if (changed === days) return days === 1 ? "It changed." : "All of them changed.";
  return `${changed} of them changed.`;
}

export const showThese = "Show these costs";
