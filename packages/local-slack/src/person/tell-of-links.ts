import { newSecret } from "../ids.ts";
import { hasScope } from "../installation.ts";
import { linksOf } from "../links.ts";
import type { Slack } from "../slack.ts";
import { sendEvent } from "../to-app/events.ts";
import type { StoredChannel, StoredMessage } from "../workspace.ts";

/** Sends the app the links of its domains in a message, in any channel. The event says if the app is a member. */
export function tellOfLinks(slack: Slack, channel: StoredChannel, message: StoredMessage): void {
  const links = linksOf(slack.workspace, message);
  if (links.length === 0 || !hasScope(slack.workspace, "links:read")) return;
  sendEvent(slack, {
    type: "link_shared",
    channel: channel.id,
    is_bot_user_member: channel.hasApp,
    user: message.user,
    message_ts: message.ts,
    ...(message.threadTs && { thread_ts: message.threadTs }),
    unfurl_id: `${channel.id}.${message.ts}.${newSecret(16)}`,
    source: "conversations_history",
    links,
  });
}
