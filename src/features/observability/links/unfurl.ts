import { setTimeout as sleep } from "node:timers/promises";
import { isAtLeast } from "../../../platform/access/role.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import type { SharedLinks } from "../../../platform/slack/interactions/deps.ts";
import { AppError, attempt, isAppError } from "../../../lib/errors.ts";
import { readLink } from "../target.ts";
import type { ObservabilityContext } from "../context.ts";
import { alertCard, dashboardCard, quietCard, searchCard } from "./cards.ts";
import { type LinkedThing, sharedReadsOf } from "./read-shared.ts";

/** More cards would be a wall. */
const mostCards = 5;
/** Links to other sites count as well. */
const mostRead = 20;

/** The things of the first few links to the workspace's consoles, each once. It makes no request. */
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

const cardOfKind = { dashboard: dashboardCard, alert: alertCard, search: searchCard };

/**
 * Shows a card below a message for each of its links to a dashboard, an alert or a search, if its author may see them
 * there. If people from elsewhere see the channel, the card does not say how things are, and its buttons answer only
 * the person who clicks. Guests count as members, because Slack does not say whether there are any. A link without a
 * card stays a link.
 */
export async function unfurl(shared: SharedLinks, context: ObservabilityContext): Promise<void> {
  const things = await linkedThings(shared.addresses, context);
  if (things.length === 0 || !isAtLeast(await context.access.roleOf(shared), "viewer")) return;
  const reads = sharedReadsOf(context);
  const cards = new Map<string, Reply>();
  const made = things.map(async (thing) => {
    const card = shared.isForMembers
      ? await attempt(() => cardOfKind[thing.kind](thing, reads, context))
      : quietCard(thing);
    // Quiet failures, because no one in the channel asked.
    if (card instanceof AppError)
      context.log.info({ err: card, workspaceId: context.workspaceId }, "couldn't read a link");
    return [thing.address, card] as const;
  });
  for (const [address, card] of await Promise.all(made))
    if (card && !(card instanceof AppError)) cards.set(address, card);
  if (cards.size > 0) await show(shared, cards, context);
}

const aMomentMs = 1_000;
// A later card is useless below a conversation that went on.
const longestWaitMs = 10_000;

/** Tries twice if Slack has trouble, and waits as long as Slack asks. Fails as Slack did if that is too long. */
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
