import type { App } from "@slack/bolt";
import type { WorkspaceContext } from "../../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { LinksBody, workspaceIdOf } from "../bodies.ts";
import type { Dispatching } from "./commands.ts";
import { type SharedLinks, sharedLinks } from "./shared-links.ts";

/** Shows cards below messages with links. */
export interface LinkCards<Context = WorkspaceContext> {
  unfurl(shared: SharedLinks, context: Context): Promise<void>;
}

/**
 * Listens to links of our domains, and shows cards below the messages with them. Slack may tell of the same links twice:
 * the cards then take their own place.
 */
export function listenToLinks(bolt: App, { contextOf, links, turns, inFlight }: Dispatching): void {
  bolt.event("link_shared", async ({ body }) => {
    const read = LinksBody.parse(body);
    const shared = sharedLinks(read);
    if (!shared) return;
    const context = contextOf(workspaceIdOf({ ...read, ...read.authorizations?.[0] }));
    await inFlight.track(() => showCards(shared, context, { links, turns }));
  });
}

/** Nobody asked for a card, so nobody is told that there is none. */
async function showCards(
  shared: SharedLinks,
  context: WorkspaceContext,
  { links, turns }: Pick<Dispatching, "links" | "turns">,
): Promise<void> {
  const { workspaceId, log } = context;
  try {
    // Of what is typed, Slack tells again and again.
    await turns.take({ workspaceId, userId: shared.userId }, shared.channelId ? "usual" : "quick");
    for (const cards of links) await cards.unfurl(shared, context);
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    // Somebody can mend these two: the scopes of the installation, and the domains of the app.
    const level = isAppError(err, "auth", "forbidden") ? "warn" : "info";
    log[level]({ err, workspaceId }, "links could not be unfurled");
  }
}
