import { z } from "zod";
import { acceptedContent } from "./content.ts";
import { addMessage, editMessage, messageSeenBy, removeMessage } from "./messages.ts";
import { invalidArguments, SlackRefusal } from "./refusal.ts";
import { Flag } from "./web-api/arguments.ts";
import type { ResponseUrl, StoredChannel, StoredMessage, Workspace } from "./workspace.ts";

const Reply = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
  response_type: z.enum(["ephemeral", "in_channel"]).default("ephemeral"),
  replace_original: Flag.default(false),
  delete_original: Flag.default(false),
  thread_ts: z.string().optional(),
});

/** A reply's destination: the acting person, the channel, and the message of the action. */
export type ReplySource = Pick<ResponseUrl, "user" | "channel" | "messageTs">;

/** Executes an app's reply: an acknowledgement's body, or a post to a response_url. */
export function takeReply(workspace: Workspace, source: ReplySource, raw: unknown): void {
  const read = Reply.safeParse(raw);
  if (!read.success) throw invalidArguments(read.error);
  const channel = workspace.channels.get(source.channel);
  if (!channel) throw new SlackRefusal("channel_not_found");
  const reply = read.data;
  if (reply.delete_original) return removeMessage(workspace, channel, original(channel, source));
  const content = acceptedContent(workspace, reply);
  if (reply.replace_original && source.messageTs) {
    const message = original(channel, source);
    return editMessage(workspace, message, {
      ...content,
      edited: !message.visibleTo && !content.blocks?.length,
    });
  }
  addMessage(workspace, channel, {
    ...content,
    user: workspace.app.botUserId,
    // Slack ignores the thread of what one person sees: https://github.com/slackapi/bolt-js/issues/963
    threadTs: reply.response_type === "in_channel" ? reply.thread_ts : undefined,
    visibleTo: reply.response_type === "ephemeral" ? source.user : undefined,
  });
}

function original(channel: StoredChannel, { messageTs, user }: ReplySource): StoredMessage {
  const message = messageTs ? messageSeenBy(channel, messageTs, user) : undefined;
  if (!message) throw new SlackRefusal("message_not_found");
  return message;
}
