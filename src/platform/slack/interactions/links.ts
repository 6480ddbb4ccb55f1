import type { App } from "@slack/bolt";
import type { WorkspaceContext } from "../../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { LinksBody, workspaceIdOf } from "../bodies.ts";
import type { ListenerDeps, SharedLinks } from "./deps.ts";
import type { z } from "zod";
import { objectCards } from "./objects.ts";

/**
 * Listens for links to our domains and shows cards below their messages. Slack may report a link twice, and the cards
 * then replace themselves.
 */
export function listenToLinks(bolt: App, deps: ListenerDeps): void {
  const { contextOf, rateLimits } = deps;
  const links = [objectCards(deps.objects), ...deps.links];
  bolt.event("link_shared", async ({ body }) => {
    const read = LinksBody.parse(body);
    const shared = sharedLinks(read);
    if (!shared) return;
    const context = contextOf(workspaceIdOf(read));
    await showCards(shared, context, { links, rateLimits });
  });
}

/** No one asked for a card, so a failure notifies no one. */
async function showCards(
  shared: SharedLinks,
  context: WorkspaceContext,
  { links, rateLimits }: Pick<ListenerDeps, "links" | "rateLimits">,
): Promise<void> {
  const { workspaceId, log } = context;
  try {
    // Slack reports links repeatedly while a person types.
    await rateLimits.take({ workspaceId, userId: shared.userId }, shared.channelId ? "usual" : "quick");
    for (const cards of links) await cards.unfurl(shared, context);
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    // A person can correct these two: the scopes of the installation, and the domains of the app.
    const level = isAppError(err, "auth", "forbidden") ? "warn" : "info";
    log[level]({ err, workspaceId }, "couldn't unfurl links");
  }
}

type Body = z.output<typeof LinksBody>;

/** The links of a body. Undefined if no card may be shown: the app is not there, or no person posted them. */
export function sharedLinks(body: Body): SharedLinks | undefined {
  const { channel: channelId, user: userId, message_ts: ts, links, source, unfurl_id: unfurlId } = body.event;
  if (!userId || body.event.is_bot_user_member !== true) return undefined;
  const addresses = links.map(({ url }) => url);
  if (source === "composer" || channelId === "COMPOSER")
    return { userId, addresses, messageRef: { unfurlId: unfurlId ?? ts }, isForMembers: false };
  return { userId, channelId, addresses, messageRef: { channelId, ts }, isForMembers: isOwnChannel(body) };
}

/**
 * True if certainly no other company, and no other workspace of the organization, is in the channel. Slack reports
 * the first, and reports the second only to apps that may list channels. In an installation for the whole
 * organization, all are ours.
 */
function isOwnChannel({ is_ext_shared_channel, enterprise_id, authorizations }: Body): boolean {
  const [installed] = authorizations ?? [];
  const isOfOrganization = Boolean(enterprise_id || installed?.enterprise_id);
  return is_ext_shared_channel === false && (!isOfOrganization || installed?.is_enterprise_install === true);
}
