import { newSecret } from "../ids.ts";
import { hasScope } from "../installation.ts";
import { linksOf } from "../links.ts";
import type { Sandbox } from "../sandbox.ts";
import { sendEvent } from "../to-app/events.ts";
import type { StoredChannel, StoredMessage } from "../workspace.ts";

/** Sends the app the links of its domains in a message, in any channel. The event says if the app is a member. */
export function tellOfLinks(sandbox: Sandbox, channel: StoredChannel, message: StoredMessage): void {
  const links = linksOf(sandbox.workspace, message);
  if (links.length === 0 || !hasScope(sandbox.workspace, "links:read")) return;
  sendEvent(sandbox, {
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
