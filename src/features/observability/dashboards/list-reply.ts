import type { Reply } from "../../../platform/blocks/reply.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import { foldName } from "../../../lib/text.ts";
import { ifReadable } from "../if-readable.ts";
import { observatoryOf } from "../observability-client.ts";
import type { NamedPlace } from "../target.ts";
import { dashboardList } from "./list.ts";
import { nameOfDashboard } from "./read-words.ts";

/** Which dashboards are asked for. */
interface Wish {
  /** The number of the first that is shown, from 1. */
  first: number;
  /** Words that each must have in its name or its tags; all of them without. */
  words?: string;
}

/** The answer to which dashboards there are in a place; fails as the server's API does. */
export async function listDashboards(
  place: NamedPlace,
  { first, words }: Wish,
  context: ObservabilityContext,
): Promise<Reply> {
  const there = observatoryOf(place, context);
  const [survey, alerts] = await Promise.all([there.surveyDashboards(), ifReadable(there.surveyAlerts())]);
  const dashboards = survey.readable
    .filter((dashboard) => words === undefined || hasWords(dashboard, words))
    .toSorted(byName);
  const unreadable = { dashboards: survey.unreadable, alerts: alerts?.unreadable ?? [] };
  const searched = words === undefined ? {} : { words };
  return dashboardList({ place, dashboards, unreadable, alerts: alerts?.readable, ...searched }, first);
}

function hasWords({ name, tags }: Dashboard, words: string): boolean {
  const texts = [name ?? "", ...(tags ?? [])].map(foldName);
  return foldName(words)
    .split(" ")
    .every((word) => texts.some((text) => text.includes(word)));
}

function byName(one: Dashboard, other: Dashboard): number {
  const names = [nameOfDashboard(one), nameOfDashboard(other)] as const;
  return names[0].localeCompare(names[1], "en", { numeric: true }) || one.id.localeCompare(other.id);
}
