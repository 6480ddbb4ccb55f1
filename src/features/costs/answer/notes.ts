import { daysInRuns, humanDays, type Day, countDays, addDays } from "../../../lib/day.ts";
import { type CreditPrice, Credits } from "../../../lib/money.ts";
import type { CostRange } from "../../../lib/period/range.ts";
import { plural, truncate, oneLine } from "../../../lib/text.ts";
import type { DisputedTotal } from "../ledger/kept-days.ts";
import { type CostSummary, noTeamId, unfinishedDay } from "../summary.ts";
import { link } from "../../../platform/blocks/escape.ts";
import type { ConsoleLinks } from "../../../platform/cloud/console-links.ts";
import type { MonthForecast } from "../forecast.ts";
import * as texts from "./texts.ts";

// A longer list of days is only counted. Runs of days are shown without their years.
const mostProvisionalRuns = 4;
const daysAYear = 365;

/** The small print of an answer: the costliest day, the provisional days, and what is not counted. */
export function notesOn(summary: CostSummary, more: readonly string[] = []): string {
  const { warehouseNote, disputed, price } = summary;
  return [
    ...costliest(summary),
    ...provisionalDays(summary.provisional),
    ...(warehouseNote === undefined ? [] : [texts.warehouseCosts(warehouseNote)]),
    ...formatDisputed(disputed, price),
    ...(lacksTeams(summary) ? [texts.howToGiveTeams] : []),
    texts.inUtc,
    ...(price ? [texts.priceNote(price)] : []),
    ...more,
  ].join(" ");
}

/** What is said of two ranges besides: the days of the second that may still change. */
export function notesOfTwo({ provisionalBefore }: CostSummary, against: CostRange | undefined): string[] {
  return against ? provisionalDays(provisionalBefore) : [];
}

/** True for costs by team if some belong to none. */
export function lacksTeams({ teams = [] }: Pick<CostSummary, "teams">): boolean {
  return teams.some(({ id, total }) => id === noTeamId && !total.isZero());
}

function costliest(summary: CostSummary): string[] {
  const day = costliestDay(summary);
  if (!day) return [];
  const isOneYear = summary.range.from.slice(0, 4) === summary.range.to.slice(0, 4);
  const called = isOneYear ? daysInRuns([day.day]) : humanDays(day.day, day.day);
  return [texts.costliestDay(called, day.total, summary.price)];
}

function provisionalDays(provisional: readonly Day[]): string[] {
  if (provisional.length === 0) return [];
  return [texts.provisional(namedDays(provisional), provisional.length === 1)];
}

/** Some days in order by name, or only their number if they are many. */
export function namedDays(days: readonly Day[]): string {
  const runs = daysInRuns(days);
  const isLong = days.length > daysAYear || runs.split(", ").length > mostProvisionalRuns;
  return isLong ? plural(days.length, "day") : runs;
}

// Each of them covers up to 31 days. More of them would not help.
const mostDisputed = 3;

/** The cloud's totals that its records do not add up to, a sentence each. */
export function formatDisputed(disputed: readonly DisputedTotal[], price?: CreditPrice): string[] {
  const sentences = disputed
    .slice(0, mostDisputed)
    .map(({ reported, added, ...span }) =>
      texts.disputed(span, new Credits(reported), new Credits(added), price),
    );
  const more = disputed.length - sentences.length;
  return more > 0 ? [...sentences, texts.disputedToo(more)] : sentences;
}

// Addresses are long.
const mostServices = 5;
const mostNameLength = 40;

/** Links to the costliest services and the costliest day in the cloud's console. */
export function formatLinks(summary: CostSummary, links: ConsoleLinks | undefined): string[] {
  const ways = links ? [...serviceLinks(summary, links), ...dayLink(summary, links)] : [];
  return ways.length === 0 ? [] : [texts.consoleLinks(ways)];
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
  return day === undefined || address === undefined ? [] : [link(address, texts.consoleDay(day))];
}

/** The day with the highest costs, if there are several days. */
export function costliestDay({ days }: CostSummary): CostSummary["days"][number] | undefined {
  const [first, ...rest] = days.toSorted((a, b) => b.total.comparedTo(a.total));
  return first === undefined || rest.length === 0 || first.total.lte(0) ? undefined : first;
}

/** The parts that changed most, a line each in mrkdwn; empty if nothing can be compared. */
export function formatMovers({ movers, services, price }: CostSummary): string[] {
  if (movers.length === 0) return [];
  const lines = movers.map((each) =>
    texts.mover({ ...each, ofAll: each.kind === "metric" && services.length > 1, price }),
  );
  return [[texts.moversTitle, ...lines].join("\n")];
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
  against?: CostRange;
  service?: string;
  forecast?: MonthForecast;
}

/** The total, its change, and the month's forecast: a line each, in mrkdwn. */
export function headlineOf({ summary, against, service, forecast }: Headline): string[] {
  const { total, previousTotal, range, price } = summary;
  const first = { total, span: range, service, isOver: unfinishedDay(range) === undefined, price };
  return [
    texts.headline(first),
    ...(against ? [texts.headline({ ...first, total: previousTotal, span: against, isOver: true })] : []),
    formatTotalChange(summary),
    ...(against && range.days !== against.days ? [perDay(summary, against)] : []),
    ...(forecast ? [formatForecast(forecast, price)] : []),
  ];
}

function perDay({ total, previousTotal, range, price }: CostSummary, against: CostRange): string {
  const [amount, other] = [total.div(range.days), previousTotal.div(against.days)];
  return texts.perDay({ amount, days: range.days, other, otherDays: against.days, price });
}

function formatForecast(forecast: MonthForecast, price: CreditPrice | undefined): string {
  const { from, to } = forecast.basis;
  return texts.forecast(forecast, countDays(from, to), price);
}

type Compared = Pick<CostSummary, "change" | "range" | "days" | "comparedTotal" | "previousTotal" | "price">;

/**
 * The change of the whole days against those before, as sentences: with a note about a day that is not over, and one if
 * the period before began without costs.
 */
export function formatTotalChange(summary: Compared): string {
  const { range } = summary;
  const unfinished = unfinishedDay(range);
  return [comparison(summary), ...(unfinished === undefined ? [] : [texts.notOver(unfinished)])].join(" ");
}

function comparison({ change, range, days, comparedTotal, previousTotal, price }: Compared): string {
  const { previous, compared } = range;
  if (previousTotal.isZero()) return texts.nothingBefore(previous);
  // A percentage of a negative total has no meaning, and a day that is not over has none.
  if (compared === undefined || change === null) return texts.amountBefore(previous, previousTotal, price);
  if (comparedTotal.eq(previousTotal)) return texts.unchanged(previous);
  const first = lateStart({ range, days });
  const sentence = texts.changed(change, previous, price);
  return first === undefined ? sentence : `${sentence} ${texts.lateStart(first)}`;
}

// Shorter gaps are weekends, and days on which nothing ran.
const longGapInDays = 7;

/** The first day with costs in the period before, if a week or more without costs comes before it. */
function lateStart({ range, days }: Pick<Compared, "range" | "days">): Day | undefined {
  const gap = days.findIndex(({ previous }) => previous !== undefined && !previous.isZero());
  return gap < longGapInDays ? undefined : addDays(range.previous.from, gap);
}
