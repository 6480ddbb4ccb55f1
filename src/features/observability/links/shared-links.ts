import type { ObservabilityContext } from "../context.ts";
import { readLink } from "../console.ts";
import type { NamedPlace } from "../target.ts";

/** A dashboard, an alert or a search that a link leads to. */
export interface LinkedThing {
  /** The link, as Slack told it. */
  address: string;
  kind: "dashboard" | "alert" | "search";
  id: string;
  tileId?: string;
  /** Where it may be; more than one where services share a console. */
  places: readonly NamedPlace[];
}

/** Whoever posts more wants no wall of cards. */
const mostCards = 5;
/** Links that are of no deployment count as well. */
const mostRead = 20;

/** What the first few links lead to in the workspace's deployments, each thing once; nothing is asked of any address. */
export async function linkedThings(
  addresses: readonly string[],
  context: Pick<ObservabilityContext, "connections" | "services">,
): Promise<LinkedThing[]> {
  const read = await Promise.all(addresses.slice(0, mostRead).map((address) => thingAt(address, context)));
  const byKey = Map.groupBy(
    read.filter((thing) => thing !== undefined),
    keyOf,
  );
  return [...byKey.values()].flatMap((same) => same.slice(0, 1)).slice(0, mostCards);
}

async function thingAt(
  address: string,
  context: Pick<ObservabilityContext, "connections" | "services">,
): Promise<LinkedThing | undefined> {
  const pages = await readLink(address.replaceAll("&amp;", "&"), context);
  const [first] = pages;
  if (!first || first.page.kind === "alerts") return undefined;
  return { address, ...first.page, places: pages.map(({ place }) => place) };
}

function keyOf({ kind, id, tileId = "", places: [place] }: LinkedThing): string {
  return [kind, id, tileId, place?.connection, place?.serviceId].join(" ");
}
