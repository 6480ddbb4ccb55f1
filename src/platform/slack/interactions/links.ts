import type { App } from "@slack/bolt";
import type { WorkspaceContext } from "../../../app/context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { SharedLinks } from "../../../features/observability/links/shared-links.ts";
import { unfurl } from "../../../features/observability/links/unfurl.ts";
import type { Turns } from "../../redis/rate-limits.ts";
import { LinksBody, workspaceIdOf } from "../bodies.ts";
import type { Dispatching } from "./commands.ts";
import { sharedLinks } from "./shared-links.ts";

/**
 * Listens to links of our domains, and shows cards below the messages with them. Slack may tell of the same links twice:
 * the cards then take their own place.
 */
export function listenToLinks(bolt: App, { contextOf, turns, inFlight }: Dispatching): void {
  bolt.event("link_shared", async ({ body }) => {
    const read = LinksBody.parse(body);
    const shared = sharedLinks(read);
    if (!shared) return;
    const context = contextOf(workspaceIdOf({ ...read, ...read.authorizations?.[0] }));
    await inFlight.track(() => showCards(shared, context, turns));
  });
}

/** Nobody asked for a card, so nobody is told that there is none. */
async function showCards(shared: SharedLinks, context: WorkspaceContext, turns: Turns): Promise<void> {
  const { workspaceId, log } = context;
  try {
    // Of what is typed, Slack tells again and again.
    await turns.take({ workspaceId, userId: shared.userId }, shared.channelId ? "usual" : "quick");
    await unfurl(shared, context);
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    // Somebody can mend these two: the scopes of the installation, and the domains of the app.
    const level = isAppError(err, "auth", "forbidden") ? "warn" : "info";
    log[level]({ err, workspaceId }, "links could not be unfurled");
  }
}
