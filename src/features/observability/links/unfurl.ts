import { setTimeout as sleep } from "node:timers/promises";
import { isAtLeast } from "../../../platform/access/role.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import type { ObservabilityContext } from "../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { dashboardCard } from "./dashboard-card.ts";
import { type SharedReads, sharedReadsOf } from "./read-shared.ts";
import { readLink } from "../console.ts";
import type { NamedTarget } from "../target.ts";
import { alertCard } from "./cards.ts";
import { quietCard, searchCard } from "./quiet-card.ts";
import type { SharedLinks } from "../../../platform/slack/interactions/links.ts";

/** A dashboard, an alert or a search that a link leads to. */
export interface LinkedThing {
  /** The link, as Slack told it. */
  address: string;
  kind: "dashboard" | "alert" | "search";
  id: string;
  tileId?: string;
  /** Where it may be; more than one where services share a console. */
  targets: readonly NamedTarget[];
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
  return { address, ...first.page, targets: pages.map(({ target }) => target) };
}

function keyOf({ kind, id, tileId = "", targets: [target] }: LinkedThing): string {
  return [kind, id, tileId, target?.connection, target?.serviceId].join(" ");
}

/**
 * Shows a card below a message for each link in it to a dashboard, an alert or a search of the workspace's deployments, if
 * its author may see them there. How things stand is on it only where nobody from elsewhere sees it; else a button tells its
 * presser alone. Guests of the workspace see what their channel does: Slack shows a card to all of it, and does not say
 * whether guests are there. A link that nothing can be said of stays a link.
 */
export async function unfurl(shared: SharedLinks, context: ObservabilityContext): Promise<void> {
  const things = await linkedThings(shared.addresses, context);
  if (things.length === 0 || !isAtLeast(await context.access.roleOf(shared), "viewer")) return;
  const reads = sharedReadsOf(context);
  const cardOf = (thing: LinkedThing) =>
    shared.isForMembers ? tellingCard(thing, reads, context) : quietCard(thing);
  const made = await Promise.all(
    things.map(async (thing) => ({ address: thing.address, card: await cardOf(thing) })),
  );
  const cards = new Map(made.flatMap(({ address, card }) => (card ? [[address, card] as const] : [])));
  if (cards.size > 0) await show(shared, cards, context);
}

const cardOfKind = { dashboard: dashboardCard, alert: alertCard, search: searchCard };

/** Undefined where the deployment cannot say how it stands: in the channel nobody asked. */
async function tellingCard(
  thing: LinkedThing,
  reads: SharedReads,
  context: ObservabilityContext,
): Promise<Reply | undefined> {
  try {
    return await cardOfKind[thing.kind](thing, reads, context);
  } catch (err) {
    if (!(err instanceof AppError) || err.kind === "bug") throw err;
    context.log.info({ err, workspaceId: context.workspaceId }, "a link could not be looked at");
    return undefined;
  }
}

const aMomentMs = 1_000;
// A card that comes later than that is of no use below a conversation that went on.
const longestWaitMs = 10_000;

/**
 * Tries once more if Slack has trouble, no sooner than Slack said: a card replaces itself. Fails as Slack did if the wait
 * is too long.
 */
async function show(
  { messageRef }: SharedLinks,
  cards: ReadonlyMap<string, Reply>,
  { messenger }: ObservabilityContext,
): Promise<void> {
  try {
    await messenger.unfurl(messageRef, cards);
  } catch (error) {
    if (!isAppError(error, "limited", "upstream")) throw error;
    const { retryAfterMs: waitMs = aMomentMs } = error;
    if (waitMs > longestWaitMs) throw error;
    await sleep(waitMs);
    await messenger.unfurl(messageRef, cards);
  }
}
