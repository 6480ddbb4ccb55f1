import type { z } from "zod";
import type { LinksPlace } from "../../jobs/messenger.ts";
import type { LinksBody } from "../bodies.ts";

/** Links that a person posted, or has in their composer. */
export interface SharedLinks {
  userId: string;
  /** Absent in a composer: the channel of the message is not known yet. */
  channelId?: string;
  place: LinksPlace;
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
    return { userId, addresses, place: { unfurlId: unfurlId ?? ts }, isForMembers: false };
  return { userId, channelId, addresses, place: { channelId, ts }, isForMembers: isOwnChannel(body) };
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
