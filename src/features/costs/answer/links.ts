import { link } from "../../../platform/blocks/link.ts";
import type { ConsoleLinks } from "../../../platform/cloud/console-links.ts";
import { humanDays } from "../../../lib/day.ts";
import { truncate, oneLine } from "../../../lib/text.ts";
import type { CostSummary } from "../summary.ts";

// More would be a list of its own, and addresses are long.
const mostServices = 5;
const mostNameLength = 40;

/** The ways on into the cloud's console: the costliest services and the costliest day, where it has pages for them. */
export function linksInWords(summary: CostSummary, links: ConsoleLinks | undefined): string[] {
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
export function costliestDay({ days }: CostSummary): CostSummary["days"][number] | undefined {
  const [first, ...rest] = days.toSorted((a, b) => b.total.comparedTo(a.total));
  return first === undefined || rest.length === 0 || first.total.lte(0) ? undefined : first;
}
