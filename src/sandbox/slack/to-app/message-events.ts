import type { JsonObject } from "../json.ts";
import { messagePayload } from "../message-payload.ts";
import type { Sandbox } from "../sandbox.ts";
import type { StoredChannel, StoredMessage } from "../workspace.ts";
import { sendEvent } from "./events.ts";

/** Sends the app a new message in a conversation that it is in: a person's, or its own as Slack does. */
export function sendMessage(sandbox: Sandbox, channel: StoredChannel, message: StoredMessage): void {
  if (!channel.hasApp) return;
  const { botUserId } = sandbox.workspace.app;
  const event = { ...messagePayload(sandbox.workspace, message), channel: channel.id, event_ts: message.ts };
  sendOfKind(sandbox, channel, event);
  const mentioned = message.user !== botUserId && message.text.includes(`<@${botUserId}>`);
  if (mentioned && !channel.directWith) sendEvent(sandbox, { ...event, type: "app_mention" });
}

/** Sends the app the change of a message. `before` is its payload before the change. */
export function sendMessageChange(
  sandbox: Sandbox,
  channel: StoredChannel,
  message: StoredMessage,
  before: JsonObject,
): void {
  if (!channel.hasApp) return;
  sendOfKind(sandbox, channel, {
    subtype: "message_changed",
    hidden: true,
    channel: channel.id,
    message: messagePayload(sandbox.workspace, message),
    previous_message: before,
  });
}

function sendOfKind(sandbox: Sandbox, channel: StoredChannel, event: JsonObject): void {
  const [type, plural] = kindOf(channel);
  sendEvent(sandbox, { ...event, type: "message", channel_type: type }, `message.${plural}`);
}

function kindOf({ directWith, isPrivate }: StoredChannel): readonly [string, string] {
  if (directWith) return ["im", "im"];
  return isPrivate ? ["group", "groups"] : ["channel", "channels"];
}
