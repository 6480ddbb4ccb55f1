import type { Decimal } from "decimal.js";
import {
  type Day,
  daysInRuns,
  endOf,
  humanDays,
  humanMonth,
  monthName,
  startOf,
  weekdayOf,
} from "../../../lib/day.ts";
import {
  type Change,
  type CreditPrice,
  changeBetween,
  formatCost,
  formatCredits,
  formatMoney,
  formatPercent,
  formatPrice,
  moneyOf,
  separated,
} from "../../../lib/money.ts";
import type { CostRange } from "../../../lib/period/range.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { plural } from "../../../lib/text.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import type { BucketUnit } from "../buckets.ts";
import type { MonthForecast } from "../forecast.ts";

// All sentences of an answer about costs, in mrkdwn unless they say otherwise. They escape names themselves.

/** Days in a sentence: "on 20 Nov 2026" or "from 14 to 20 Nov 2026". */
export function when({ from, to }: DaySpan): string {
  return `${from === to ? "on" : "from"} ${humanDays(from, to)}`;
}

function forService(service: string | undefined): string {
  return service === undefined ? "" : ` for *${escapeName(service)}*`;
}

/** For costs by team, if some belong to none. */
export const howToGiveTeams = `“No team” has no team yet. An operator gives a service its team with ${code("/db services owner <service> team <name>")}.`;

// The headline.

interface HeadlineFacts {
  total: Decimal;
  span: DaySpan;
  service: string | undefined;
  isOver: boolean;
  price: CreditPrice | undefined;
}

export function headline({ total, span, service, isOver, price }: HeadlineFacts): string {
  return `*${formatCost(total, price)}*${forService(service)} ${when(span)}${isOver ? "" : " so far"}.`;
}

/** What an answer is about, in plain text: "last 7 days", "October 2026 vs September 2026". */
export function rangesOf({ range, against }: { range: CostRange; against?: CostRange | undefined }): string {
  return against ? `${range.label} vs ${against.label}` : range.label;
}

interface PerDay {
  amount: Decimal;
  days: number;
  other: Decimal;
  otherDays: number;
  price: CreditPrice | undefined;
}

/** For two ranges of unequal length: "Per day: 51.78 in 31 days, 50.00 in 30 days: up 7.1%." */
export function perDay({ amount, days, other, otherDays, price }: PerDay): string {
  const [first, second] = [formatCredits(amount, price), formatCredits(other, price)];
  return `Per day: ${first} over ${plural(days, "day")}, ${second} over ${plural(otherDays, "day")}: ${formatMove(amount, other)}.`;
}

const starts = { up: "Up", down: "Down", steady: "Steady" };

/** "Up 12.3%: 31.20 more than from 7 to 13 Nov 2026." */
export function changed({ credits, percent }: Change, previous: DaySpan, price?: CreditPrice): string {
  const direction = directionOf(percent);
  const size = direction === "steady" ? "" : ` ${separated(percent.abs(), 1)}%`;
  const more = `${formatCredits(credits.abs(), price)} ${credits.gt(0) ? "more" : "less"} than ${before(previous)}`;
  return `${starts[direction]}${size}: ${more}${direction === "steady" ? ` (${formatPercent(percent)})` : ""}.`;
}

/** Smaller changes are steady: readers do not call them a rise or a fall. */
const steadyBelowPercent = 5;

/** The word for a change in percent: from 5% on it is up or down. Judged as it is shown, with one decimal. */
function directionOf(percent: Decimal): "up" | "down" | "steady" {
  const shown = percent.toDecimalPlaces(1);
  if (shown.abs().lt(steadyBelowPercent)) return "steady";
  return shown.gt(0) ? "up" : "down";
}

/** A change in a table's cell: "up 12.3%", "down 8.0%", "steady +1.2%", "no change", "new", or "–" without a basis. */
export function formatMove(compared: Decimal, previous: Decimal): string {
  if (compared.eq(previous)) return "no change";
  if (previous.isZero()) return "new";
  const change = changeBetween(compared, previous);
  if (change === null) return "–";
  const direction = directionOf(change.percent);
  return direction === "steady"
    ? `steady ${formatPercent(change.percent)}`
    : `${direction} ${separated(change.percent.abs(), 1)}%`;
}

/** Days to compare with: "in September 2026", or the weekday of a single one, "on Friday 13 Nov 2026". */
function before({ from, to }: DaySpan): string {
  const month = endOf("month", from);
  if (from === startOf("month", from) && to === month) return `in ${monthName(from)} ${from.slice(0, 4)}`;
  return from === to ? `on ${weekdayOf(from)} ${humanDays(from, to)}` : when({ from, to });
}

export const unchanged = (previous: DaySpan) => `The same as ${before(previous)}.`;

export const nothingBefore = (previous: DaySpan) => `Nothing to compare with: no costs ${before(previous)}.`;

export const notOver = (day: Day) => `${daysInRuns([day])} isn't over yet, so it isn't compared.`;

/** For a total or a day that has no percentage. */
export function amountBefore(previous: DaySpan, amount: Decimal, price?: CreditPrice): string {
  const text = before(previous);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}: ${formatCost(amount, price)}.`;
}

export const lateStart = (first: Day) =>
  `The period before has no costs until ${humanDays(first, first)}, so the two are hard to compare.`;

/** "Forecast for Nov 2026: about 1,234 credits (820.00 before today, then 41.40 a day as in the last 7 days)." */
export function forecast(
  { month, expected, soFar, perDay, spentToday }: MonthForecast,
  basisDays: number,
  price?: CreditPrice,
): string {
  const isPart = spentToday.gt(0) && spentToday.lt(perDay);
  const basis = isPart
    ? `${formatCredits(soFar.minus(spentToday))} before today`
    : `${formatCredits(soFar)} so far`;
  return `Forecast for ${humanMonth(month)}: about ${formatExpected(expected, price)} (${basis}, then ${formatCredits(perDay)} a day as in the last ${basisDays} days).`;
}

/** An expected amount, as in "1,234 credits": it is not known more exactly. */
export function formatExpected(expected: Decimal, price?: CreditPrice): string {
  const rounded = expected.gte(100) ? expected.round() : expected;
  const about = expected.gte(100) ? separated(rounded, 0) : formatCredits(expected);
  return `${about} credits${price ? ` or ${formatMoney(moneyOf(rounded, price), price.currency)}` : ""}`;
}

// An answer without costs.

export const noCosts = (span: DaySpan, service: string | undefined) =>
  `No costs${forService(service)} ${when(span)}.`;

export const newServices = "A new service shows its first costs after a few hours.";

export const firstCosts = (day: Day) => `The first costs I can find are from ${humanDays(day, day)}.`;

// The table.

export const columns = {
  service: "Service",
  team: "Team",
  metric: "Metric",
  credits: "Credits",
  share: "Share",
  change: "Change",
  changePerDay: "Per day",
  money: (currency: string, label: string) => `${currency}, ${label}`,
  day: "Day (UTC)",
  aWeekBefore: "vs. last week",
  theDayBefore: "vs. day before",
  state: "State",
} as const;

const courses: Record<BucketUnit, string> = {
  day: "By day",
  week: "By week",
  month: "By month",
  year: "By year",
};
export const course = (unit: BucketUnit) => courses[unit];

/** The row of all parts together. */
export const all = "All";
export const others = (count: number) => plural(count, "other");

export const states = { open: "not over yet", provisional: "provisional", final: "final" } as const;

/** For a day after one without costs. "new" would say that there were none before. */
export const afterNone = "after none";

export const moreDays = (count: number, range: string) =>
  `${plural(count, "more day")} not shown here. Get them all: ${code(`/db costs ${range} csv`)}`;

// Lines below the table.

export const moversTitle = "*What changed most*";

export interface MoverFacts {
  name: string;
  /** True for a metric of several services. */
  ofAll: boolean;
  compared: Decimal;
  previous: Decimal;
  price: CreditPrice | undefined;
}

export function mover({ name, ofAll, compared, previous, price }: MoverFacts): string {
  const what = `${escapeName(name)}${ofAll ? " (all services)" : ""}`;
  const difference = compared.minus(previous);
  if (previous.isZero()) return `• ${what}: new, ${formatCredits(difference, price)}`;
  const direction = difference.gt(0) ? "up" : "down";
  return `• ${what}: ${direction} ${formatCredits(difference.abs(), price)}, from ${formatCredits(previous)} to ${formatCredits(compared)}`;
}

/** `links` is mrkdwn. */
export const consoleLinks = (links: readonly string[]) => `In the cloud console: ${links.join(" · ")}`;

/** Plain text, for a link. */
export const consoleDay = (day: Day) => `costs on ${humanDays(day, day)}`;

// The small print.

/** `called` is the day, with its year if the range has several. */
export const costliestDay = (called: string, total: Decimal, price?: CreditPrice) =>
  `Costliest day: ${called}, ${formatCost(total, price)}.`;

export const provisional = (days: string, isOne: boolean) =>
  `${days} ${isOne ? "is" : "are"} provisional: the amounts may still change.`;

export const openSignNote = (sign: string) => `${sign} isn't over yet.`;

export const warehouseCosts = (name: string) =>
  `Doesn't include what the warehouse “${escapeName(name)}” costs for all of its services.`;

export const disputed = (span: DaySpan, reported: Decimal, added: Decimal, price?: CreditPrice) =>
  `The cloud reports a total of ${formatCost(reported, price)} for ${humanDays(span.from, span.to)}, but its records add up to ${formatCredits(added, price)}.`;

export const disputedToo = (count: number) =>
  `The same goes for ${plural(count, "more part")} of this range.`;

export const inUtc = "Days are in UTC.";

export const priceNote = (price: CreditPrice) => `Money is at ${formatPrice(price)} a credit.`;

export const ofConnection = (name: string) => `Costs of the connection “${escapeName(name)}”.`;

/** `name` is escaped. */
export const sharedBy = (name: string) => `Shared by ${name}.`;

// Buttons, in plain text.

export const buttons = {
  service: "By service",
  team: "By team",
  metric: "By metric",
  day: "By day",
  all: "All services",
  csv: "CSV",
  share: "Share in this channel",
  closer: "Look closer",
  owners: "Owners and teams",
} as const;

export const earlier = (label: string) => `Earlier: ${label}`;
export const later = (label: string) => `Later: ${label}`;
export const costsSince = (day: Day) => `Costs since ${humanDays(day, day)}`;

export const shareQuestion = (label: string) => ({
  title: "Share in this channel?",
  text: `Everyone in this channel will see these costs (${label}), and that you shared them.`,
  yes: "Share",
  no: "Cancel",
});

// Sharing.

export const shared = "Shared in this channel.";
export const shareFromChannel =
  "I can only share costs in a channel. Run `/db costs share last 7 days` in the channel that should see them.";
export const mayNotPost =
  "I can't post here: this is a private channel or a conversation that I'm not in. Invite me with `/invite @Quartermaster` and try again.";

// The picture's title and what it is about, in plain text.

export const chartTitle = (unit: BucketUnit, by: "service" | "team" | "metric") =>
  `Credits per ${unit} by ${by}`;

/** For two ranges with a bar each. */
export const twoBarsTitle = (by: "service" | "team" | "metric") => `Credits by ${by}`;

export const chartAbout = (service: string | undefined, days: string) =>
  service === undefined ? days : `${service}, ${days}`;
