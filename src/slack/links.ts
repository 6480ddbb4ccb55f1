import type { App } from "@slack/bolt";
import type { z } from "zod";
import type { WorkspaceContext } from "../context.ts";
import { AppError, isAppError } from "../errors.ts";
import type { SharedLinks } from "../observability/unfurl/shared-links.ts";
import { unfurl } from "../observability/unfurl/unfurl.ts";
import type { Turns } from "../store/turns.ts";
import { LinksBody, workspaceIdOf } from "./bodies.ts";
import type { Dispatching } from "./dispatch.ts";

/**
 * Listens to links of our domains, and shows cards below the messages with them. Slack may tell of the same links twice:
 * the cards then take their own place.
 */
export function listenToLinks(bolt: App, { contextOf, turns, inFlight }: Dispatching): void {
  bolt.event("link_shared", async ({ body }) => {
    const { authorizations, ...read } = LinksBody.parse(body);
    const shared = sharedLinks(read);
    if (!shared) return;
    const context = contextOf(workspaceIdOf({ ...read, ...authorizations?.[0] }));
    await inFlight.track(() => showCards(shared, context, turns));
  });
}

/** Undefined where nobody is to be shown anything: the app is not there, or no person posted it. */
function sharedLinks({
  event,
  is_ext_shared_channel: isShared,
}: Pick<z.output<typeof LinksBody>, "event" | "is_ext_shared_channel">): SharedLinks | undefined {
  const { channel: channelId, user: userId, message_ts: ts, links } = event;
  if (!userId || event.is_bot_user_member !== true) return undefined;
  const addresses = links.map(({ url }) => url);
  if (event.source === "composer" || channelId === "COMPOSER")
    return { userId, addresses, place: { unfurlId: event.unfurl_id ?? ts }, isForMembers: false };
  // Where Slack does not say that a channel is the workspace's own, it may not be.
  return { userId, channelId, addresses, place: { channelId, ts }, isForMembers: isShared === false };
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
