import type { JsonObject } from "./json.ts";
import type { StoredChannel, StoredMessage, Workspace } from "./workspace.ts";

/** A message as Slack writes it to apps. */
export function messagePayload(workspace: Workspace, message: StoredMessage): JsonObject {
  const { user, ts, text, threadTs, isBroadcast, blocks, attachments, metadata, files, edited } = message;
  return {
    type: "message",
    ...(isBroadcast && { subtype: "thread_broadcast" }),
    user,
    ts,
    text,
    team: workspace.team.id,
    ...(user === workspace.app.botUserId && { bot_id: workspace.app.botId, app_id: workspace.app.id }),
    ...(threadTs && { thread_ts: threadTs }),
    ...(blocks && { blocks }),
    ...(attachments && { attachments }),
    ...(metadata && { metadata }),
    ...(files && { files }),
    ...(edited && { edited: { user, ts } }),
  };
}

/** The same, with a thread's facts about its replies in its first message. */
export function parentPayload(
  workspace: Workspace,
  channel: StoredChannel,
  message: StoredMessage,
): JsonObject {
  const replies = channel.messages.filter(({ threadTs, visibleTo }) => threadTs === message.ts && !visibleTo);
  const payload = messagePayload(workspace, message);
  if (replies.length === 0) return payload;
  return {
    ...payload,
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users: [...new Set(replies.map(({ user }) => user))],
    latest_reply: replies.at(-1)?.ts,
  };
}
