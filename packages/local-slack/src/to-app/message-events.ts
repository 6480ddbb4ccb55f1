import type { JsonObject } from "../json.ts";
import { messagePayload } from "../message-payload.ts";
import type { Slack } from "../slack.ts";
import type { StoredChannel, StoredMessage } from "../workspace.ts";
import { sendEvent } from "./events.ts";

/** Sends the app a new message in a conversation that it is in: a person's, or its own as Slack does. */
export function sendMessage(slack: Slack, channel: StoredChannel, message: StoredMessage): void {
  if (!channel.hasApp) return;
  const { botUserId } = slack.workspace.app;
  const event = { ...messagePayload(slack.workspace, message), channel: channel.id, event_ts: message.ts };
  sendOfKind(slack, channel, event);
  const mentioned = message.user !== botUserId && message.text.includes(`<@${botUserId}>`);
  if (mentioned && !channel.directWith) sendEvent(slack, { ...event, type: "app_mention" });
}

/** Sends the app the change of a message. `before` is its payload before the change. */
export function sendMessageChange(
  slack: Slack,
  channel: StoredChannel,
  message: StoredMessage,
  before: JsonObject,
): void {
  if (!channel.hasApp) return;
  sendOfKind(slack, channel, {
    subtype: "message_changed",
    hidden: true,
    channel: channel.id,
    message: messagePayload(slack.workspace, message),
    previous_message: before,
  });
}

function sendOfKind(slack: Slack, channel: StoredChannel, event: JsonObject): void {
  const [type, plural] = kindOf(channel);
  sendEvent(slack, { ...event, type: "message", channel_type: type }, `message.${plural}`);
}

function kindOf({ directWith, isPrivate }: StoredChannel): readonly [string, string] {
  if (directWith) return ["im", "im"];
  return isPrivate ? ["group", "groups"] : ["channel", "channels"];
}
