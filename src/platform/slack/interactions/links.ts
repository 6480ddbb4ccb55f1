import type { App } from "@slack/bolt";
import type { WorkspaceContext } from "../../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { LinksBody, workspaceIdOf } from "../bodies.ts";
import type { Dispatching } from "./commands.ts";
import type { z } from "zod";
import type { LinksRef } from "../../jobs/messenger.ts";

/** Shows cards below messages with links. */
export interface LinkCards<Context = WorkspaceContext> {
  unfurl(shared: SharedLinks, context: Context): Promise<void>;
}

/**
 * Listens to links of our domains, and shows cards below the messages with them. Slack may tell of the same links twice:
 * the cards then take their own place.
 */
export function listenToLinks(bolt: App, { contextOf, links, rateLimits, inFlight }: Dispatching): void {
  bolt.event("link_shared", async ({ body }) => {
    const read = LinksBody.parse(body);
    const shared = sharedLinks(read);
    if (!shared) return;
    const context = contextOf(workspaceIdOf({ ...read, ...read.authorizations?.[0] }));
    await inFlight.track(() => showCards(shared, context, { links, rateLimits }));
  });
}

/** Nobody asked for a card, so nobody is told that there is none. */
async function showCards(
  shared: SharedLinks,
  context: WorkspaceContext,
  { links, rateLimits }: Pick<Dispatching, "links" | "rateLimits">,
): Promise<void> {
  const { workspaceId, log } = context;
  try {
    // Of what is typed, Slack tells again and again.
    await rateLimits.take({ workspaceId, userId: shared.userId }, shared.channelId ? "usual" : "quick");
    for (const cards of links) await cards.unfurl(shared, context);
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    // Somebody can mend these two: the scopes of the installation, and the domains of the app.
    const level = isAppError(err, "auth", "forbidden") ? "warn" : "info";
    log[level]({ err, workspaceId }, "links could not be unfurled");
  }
}

/** Links that a person posted, or has in their composer. */
export interface SharedLinks {
  userId: string;
  /** Absent in a composer: the channel of the message is not known yet. */
  channelId?: string;
  messageRef: LinksRef;
  /** True if only people of the workspace see what is shown, its guests among them. */
  isForMembers: boolean;
  /** As Slack told them, with `&amp;` for `&`. */
  addresses: readonly string[];
}

type Body = z.output<typeof LinksBody>;

/** The links that a body tells of; undefined where nobody is to be shown anything: the app is not there, or no person posted it. */
export function sharedLinks(body: Body): SharedLinks | undefined {
  const { channel: channelId, user: userId, message_ts: ts, links, source, unfurl_id: unfurlId } = body.event;
  if (!userId || body.event.is_bot_user_member !== true) return undefined;
  const addresses = links.map(({ url }) => url);
  if (source === "composer" || channelId === "COMPOSER")
    return { userId, addresses, messageRef: { unfurlId: unfurlId ?? ts }, isForMembers: false };
  return { userId, channelId, addresses, messageRef: { channelId, ts }, isForMembers: isOwnChannel(body) };
}

/**
 * True where surely no other company and no other workspace of the organization is in the channel. Slack says the first
 * alone, and tells the second only to apps that may list channels; installed for the whole organization, all are ours.
 */
function isOwnChannel({ is_ext_shared_channel, enterprise_id, authorizations }: Body): boolean {
  const [installed] = authorizations ?? [];
  const isOfOrganization = Boolean(enterprise_id || installed?.enterprise_id);
  return is_ext_shared_channel === false && (!isOfOrganization || installed?.is_enterprise_install === true);
}
