import { escapeName } from "../../../platform/blocks/escape.ts";
import { daysInRuns, humanDays, type Day, countDays, humanMonth, addDays } from "../../../lib/day.ts";
import { Credits, formatCredits, separated, formatPercent } from "../../../lib/money.ts";
import { plural, truncate, oneLine } from "../../../lib/text.ts";
import type { DisputedTotal } from "../ledger/kept-days.ts";
import type { CostSummary } from "../summary.ts";
import { link } from "../../../platform/blocks/link.ts";
import type { ConsoleLinks } from "../../../platform/cloud/console-links.ts";
import type { Decimal } from "decimal.js";
import type { MonthForecast } from "../forecast.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";

// A longer list of days is only counted. Runs of days are shown without their years.
const mostProvisionalRuns = 4;
const daysAYear = 365;

/** The small print of an answer: the costliest day, the provisional days, and what is not counted. */
export function notesOn(summary: CostSummary, more: readonly string[] = []): string {
  return [
    ...costliest(summary),
    ...provisionalDays(summary),
    ...warehouse(summary),
    ...formatDisputed(summary.disputed),
    "All days are UTC days.",
    ...more,
  ].join(" ");
}

function costliest(summary: CostSummary): string[] {
  const day = costliestDay(summary);
  if (!day) return [];
  const isOneYear = summary.range.from.slice(0, 4) === summary.range.to.slice(0, 4);
  const called = isOneYear ? daysInRuns([day.day]) : humanDays(day.day, day.day);
  return [`Costliest day: ${called} with ${formatCredits(day.total)}.`];
}

function provisionalDays({ provisional }: CostSummary): string[] {
  if (provisional.length === 0) return [];
  const runs = daysInRuns(provisional);
  const isLong = provisional.length > daysAYear || runs.split(", ").length > mostProvisionalRuns;
  const days = isLong ? plural(provisional.length, "day") : runs;
  return [`${days} ${provisional.length === 1 ? "is" : "are"} provisional and may still change.`];
}

// Each of them covers up to 31 days. More of them would not help.
const mostDisputed = 3;

/** The cloud's totals that its records do not add up to, a sentence each. */
export function formatDisputed(disputed: readonly DisputedTotal[]): string[] {
  const sentences = disputed.slice(0, mostDisputed).map(({ from, to, reported, added }) => {
    const [own, sum] = [reported, added].map((amount) => formatCredits(new Credits(amount)));
    return `The cloud's own total for ${humanDays(from, to)} is ${own} credits, and its records add up to ${sum}.`;
  });
  const more = disputed.length - sentences.length;
  return more > 0 ? [...sentences, `So it is for ${plural(more, "more part")} of these days.`] : sentences;
}

function warehouse({ warehouseNote: name }: CostSummary): string[] {
  if (name === undefined) return [];
  return [`What its warehouse “${escapeName(name)}” pays for all of its services is not counted here.`];
}

// Addresses are long.
const mostServices = 5;
const mostNameLength = 40;

/** Links to the costliest services and the costliest day in the cloud's console. */
export function formatLinks(summary: CostSummary, links: ConsoleLinks | undefined): string[] {
  const ways = links ? [...serviceLinks(summary, links), ...dayLink(summary, links)] : [];
  return ways.length === 0 ? [] : [`In the cloud's console: ${ways.join(" · ")}`];
}

function serviceLinks({ services }: CostSummary, links: ConsoleLinks): string[] {
  return services
    .flatMap(({ id, name }) => {
      const address = links.service(id);
      return address === undefined ? [] : [link(address, truncate(oneLine(name), mostNameLength))];
    })
    .slice(0, mostServices);
}

function dayLink(summary: CostSummary, links: ConsoleLinks): string[] {
  const day = costliestDay(summary)?.day;
  const address = day === undefined ? undefined : links.day(day);
  return day === undefined || address === undefined ? [] : [link(address, `costs of ${humanDays(day, day)}`)];
}

/** The day with the highest costs, if there are several days. */
function costliestDay({ days }: CostSummary): CostSummary["days"][number] | undefined {
  const [first, ...rest] = days.toSorted((a, b) => b.total.comparedTo(a.total));
  return first === undefined || rest.length === 0 || first.total.lte(0) ? undefined : first;
}

type Mover = CostSummary["movers"][number];

/** The parts that changed most, a line each in mrkdwn; empty if nothing can be compared. */
export function formatMovers({ movers, services }: CostSummary): string[] {
  if (movers.length === 0) return [];
  const together = services.length > 1 ? ", all services together" : "";
  const lines = movers.map((mover) => `• ${formatMover(mover, together)}`);
  return [["*What changed most*", ...lines].join("\n")];
}

function formatMover({ kind, name, total, previous, difference }: Mover, together: string): string {
  const what = `${escapeName(name)}${kind === "metric" ? together : ""}`;
  const size = formatCredits(difference.abs());
  if (previous.isZero()) return `${what}: ${size} more, with nothing before.`;
  const direction = difference.gt(0) ? "more" : "less";
  return `${what}: ${size} ${direction} (${formatCredits(total)} after ${formatCredits(previous)}).`;
}

/** The parts of the context that links need. */
interface LinkParts {
  consoleOf: (connection: string) => Promise<ConsoleLinks>;
  services: { list(): Promise<{ serviceId: string }[]> };
}

/** A connection's console pages of days and known services. A warehouse has costs, but no page as a service. */
export async function knownLinks(
  connection: string,
  { consoleOf, services }: LinkParts,
): Promise<ConsoleLinks> {
  const [links, known] = await Promise.all([consoleOf(connection), services.list()]);
  const ids = new Set(known.map(({ serviceId }) => serviceId));
  return { ...links, service: (id) => (ids.has(id) ? links.service(id) : undefined) };
}

interface Headline {
  summary: CostSummary;
  service?: string;
  forecast?: MonthForecast;
  /** The present day in UTC, for an answer to a question. */
  today?: Day;
}

/** The total, its change, and the month's forecast: a line each, in mrkdwn. */
export function headlineOf({ summary, service, forecast, today }: Headline): string[] {
  const of = service === undefined ? "" : ` for *${escapeName(service)}*`;
  return [
    `*${formatCredits(summary.total)} credits*${of} ${when(summary.range)}.`,
    [formatTotalChange(summary), ...(summary.range.to === today ? [notOver(today)] : [])].join(" "),
    ...(forecast ? [formatForecast(forecast)] : []),
  ];
}

/** A note beside the change: the present day is not complete. */
function notOver(today: Day): string {
  return `${daysInRuns([today])} is not over yet.`;
}

/** "Nov 2026 is heading for about 1,234 credits: 820.00 so far, and 41.40 a day as in the last 7 days." */
function formatForecast({ month, expected, soFar, perDay, basis }: MonthForecast): string {
  return `${humanMonth(month)} is heading for about ${roughly(expected)} credits: ${formatCredits(soFar)} so far, and ${formatCredits(perDay)} a day as in the last ${plural(countDays(basis.from, basis.to), "day")}.`;
}

// A forecast is not known more exactly.
function roughly(credits: Decimal): string {
  return credits.gte(100) ? separated(credits, 0) : formatCredits(credits);
}

type Compared = Pick<CostSummary, "change" | "range" | "days" | "total" | "previousTotal">;

/** The change against the period before as a sentence, with a note if that period began without costs. */
export function formatTotalChange({ change, range, days, total, previousTotal }: Compared): string {
  const before = when(range.previous);
  if (previousTotal.isZero()) return `Nothing to compare with: no costs ${before}.`;
  // A percentage of a negative total has no meaning.
  if (change === null) return `${formatCredits(total)} after ${formatCredits(previousTotal)} ${before}.`;
  if (change.credits.isZero()) return `As much as ${before}.`;
  const direction = change.credits.gt(0) ? "more" : "less";
  const sentence = `${formatCredits(change.credits.abs())} ${direction} than ${before} (${formatPercent(change.percent)}).`;
  const first = lateStart({ range, days });
  return first === undefined
    ? sentence
    : `${sentence} The period before has no costs until ${humanDays(first, first)}.`;
}

// Shorter gaps are weekends, and days on which nothing ran.
const longGapInDays = 7;

/** The first day with costs in the period before, if a week or more without costs comes before it. */
function lateStart({ range, days }: Pick<Compared, "range" | "days">): Day | undefined {
  const gap = days.findIndex(({ previous }) => previous !== undefined && !previous.isZero());
  return gap < longGapInDays ? undefined : addDays(range.previous.from, gap);
}

/** Days in a sentence: "on 20 Nov 2026" or "from 14 to 20 Nov 2026". */
export function when({ from, to }: DaySpan): string {
  return `${from === to ? "on" : "from"} ${humanDays(from, to)}`;
}
