import { escapeName } from "../../../platform/blocks/escape.ts";
import { daysInRuns, humanDays } from "../../../lib/day.ts";
import { Credits, formatCredits } from "../../../lib/money.ts";
import { plural, truncate, oneLine } from "../../../lib/text.ts";
import type { DisputedTotal } from "../ledger/kept-days.ts";
import type { CostSummary } from "../summary.ts";
import { link } from "../../../platform/blocks/link.ts";
import type { ConsoleLinks } from "../../../platform/cloud/console-links.ts";

// A longer list of days is counted, and its runs are told only as far as they help; they come without their years.
const mostProvisionalRuns = 4;
const daysAYear = 365;

/** The small print of an answer: the costliest day, what may still change, what is not counted, whose days they are. */
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

// Their windows have up to 31 days each, and more of them help nobody.
const mostDisputed = 3;

/** What the cloud's own totals say where its records add up to something else, a sentence each. */
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

// More would be a list of its own, and addresses are long.
const mostServices = 5;
const mostNameLength = 40;

/** The ways on into the cloud's console: the costliest services and the costliest day, where it has pages for them. */
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

/** The day that cost most, where there are several and any cost something. */
function costliestDay({ days }: CostSummary): CostSummary["days"][number] | undefined {
  const [first, ...rest] = days.toSorted((a, b) => b.total.comparedTo(a.total));
  return first === undefined || rest.length === 0 || first.total.lte(0) ? undefined : first;
}

type Mover = CostSummary["movers"][number];

/** What changed most against the period before, a line each in mrkdwn; none where nothing can be compared. */
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

/** What says where a connection's console is, and which services are known by name. */
interface LinkParts {
  consoleOf: (connection: string) => Promise<ConsoleLinks>;
  services: { list(): Promise<{ serviceId: string }[]> };
}

/** The pages of days and of known services in a connection's console: a warehouse has costs too, and no page as a service. */
export async function knownLinks(
  connection: string,
  { consoleOf, services }: LinkParts,
): Promise<ConsoleLinks> {
  const [links, known] = await Promise.all([consoleOf(connection), services.list()]);
  const ids = new Set(known.map(({ serviceId }) => serviceId));
  return { ...links, service: (id) => (ids.has(id) ? links.service(id) : undefined) };
}
