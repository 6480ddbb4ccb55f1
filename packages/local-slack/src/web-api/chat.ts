import { z } from "zod";
import { memberIds, postableChannel, visibleChannel } from "../channels.ts";
import { acceptedContent } from "../content.ts";
import { acceptedEntities, cardOf, showsEntities } from "../entities.ts";
import type { JsonObject } from "../json.ts";
import { addMessage, editMessage, publicMessage, removeMessage } from "../messages.ts";
import { messagePayload } from "../message-payload.ts";
import { SlackRefusal } from "../refusal.ts";
import { nextTimeStamp } from "../time-stamps.ts";
import { sendMessage, sendMessageChange } from "../to-app/message-events.ts";
import type { StoredChannel, StoredMessage, Workspace } from "../workspace.ts";
import { Flag, orJson } from "./arguments.ts";
import { method } from "./method.ts";

const Content = {
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
};

const Metadata = orJson(
  z.looseObject({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()) }).optional(),
);

/** The metadata of a new message: an event's, Work Objects, or both. */
const NewMetadata = orJson(
  z
    .looseObject({
      event_type: z.string().optional(),
      event_payload: z.record(z.string(), z.unknown()).optional(),
      entities: z.array(z.unknown()).optional(),
    })
    .optional(),
);

/** chat.postMessage: posts to a channel, a thread or a person. */
export const postMessage = method({
  scopes: ["chat:write"],
  args: z.object({
    channel: z.string(),
    thread_ts: z.string().optional(),
    reply_broadcast: Flag.default(false),
    metadata: NewMetadata,
    ...Content,
  }),
  run({ channel: address, thread_ts, reply_broadcast, metadata, ...raw }, slack) {
    const { workspace } = slack;
    const channel = postableChannel(workspace, address);
    const content = acceptedContent(workspace, raw);
    const { entities, ...event } = metadata ?? {};
    const cards = acceptedEntities(entities, "invalid_metadata_schema").filter((entity) =>
      showsEntities(workspace, entity),
    );
    if ((event.event_type === undefined) !== (event.event_payload === undefined))
      throw new SlackRefusal("invalid_metadata_format");
    const threadTs = thread_ts === undefined ? undefined : threadRoot(channel, thread_ts);
    keepPace(workspace, channel);
    const message = addMessage(workspace, channel, {
      ...content,
      threadTs,
      ...(threadTs && reply_broadcast && { isBroadcast: true }),
      metadata: event.event_type === undefined ? undefined : event,
      ...(cards.length > 0 && { cards: cards.map(cardOf) }),
      user: workspace.app.botUserId,
    });
    sendMessage(slack, channel, message);
    return posted(workspace, channel, message);
  },
});

/** chat.postEphemeral: posts something that only one person sees. */
export const postEphemeral = method({
  scopes: ["chat:write"],
  args: z.object({ channel: z.string(), user: z.string(), thread_ts: z.string().optional(), ...Content }),
  run({ channel: address, user, thread_ts, ...raw }, { workspace }) {
    const channel = postableChannel(workspace, address);
    if (!memberIds(workspace, channel).includes(user)) throw new SlackRefusal("user_not_in_channel");
    const content = acceptedContent(workspace, raw);
    const threadTs = thread_ts === undefined ? undefined : threadRoot(channel, thread_ts);
    // The method's page: in threads, they "are only shown if there is already an active thread".
    if (threadTs !== undefined && !hasReplies(channel, threadTs))
      return { message_ts: nextTimeStamp(workspace) };
    const message = addMessage(workspace, channel, {
      ...content,
      threadTs,
      user: workspace.app.botUserId,
      visibleTo: user,
    });
    return { message_ts: message.ts };
  },
});

/** chat.update: new content for one of the app's own messages. */
export const updateMessage = method({
  scopes: ["chat:write"],
  args: z.object({ channel: z.string(), ts: z.string(), metadata: Metadata, ...Content }),
  run({ channel: id, ts, metadata, ...raw }, slack) {
    const { workspace } = slack;
    const channel = visibleChannel(workspace, id);
    const message = ownMessage(workspace, channel, ts, "cant_update_message");
    const { text, blocks, attachments } = acceptedContent(workspace, raw);
    const before = messagePayload(workspace, message);
    // Slack's page on chat.update: text alone removes the blocks and marks the message as edited.
    editMessage(workspace, message, {
      text: raw.text === undefined ? message.text : text,
      blocks: blocks ?? (raw.text === undefined ? message.blocks : undefined),
      attachments: attachments ?? message.attachments,
      metadata: metadata ?? message.metadata,
      edited: message.edited || !blocks?.length,
    });
    sendMessageChange(slack, channel, message, before);
    return { ...posted(workspace, channel, message), text: message.text };
  },
});

/** chat.delete: deletes one of the app's own messages. */
export const deleteMessage = method({
  scopes: ["chat:write"],
  args: z.object({ channel: z.string(), ts: z.string() }),
  run({ channel: id, ts }, { workspace }) {
    const channel = visibleChannel(workspace, id);
    removeMessage(workspace, channel, ownMessage(workspace, channel, ts, "cant_delete_message"));
    return { channel: channel.id, ts };
  },
});

/** chat.getPermalink: a message's address. */
export const getPermalink = method({
  args: z.object({ channel: z.string(), message_ts: z.string() }),
  run({ channel: id, message_ts }, { workspace }) {
    const channel = visibleChannel(workspace, id);
    const { ts } = publicMessage(channel, message_ts);
    return {
      channel: channel.id,
      permalink: `${workspace.url}/archives/${channel.id}/p${ts.replace(".", "")}`,
    };
  },
});

function posted(workspace: Workspace, channel: StoredChannel, message: StoredMessage): JsonObject {
  return { channel: channel.id, ts: message.ts, message: messagePayload(workspace, message) };
}

function hasReplies({ messages }: StoredChannel, threadTs: string): boolean {
  return messages.some((message) => message.threadTs === threadTs && !message.visibleTo);
}

/** A reply to a reply belongs to the thread's first message. */
function threadRoot(channel: StoredChannel, ts: string): string {
  const message = channel.messages.find((candidate) => candidate.ts === ts);
  if (!message) throw new SlackRefusal("thread_not_found");
  return message.threadTs ?? message.ts;
}

function ownMessage(workspace: Workspace, channel: StoredChannel, ts: string, error: string): StoredMessage {
  if (channel.isArchived) throw new SlackRefusal("is_archived");
  const message = publicMessage(channel, ts);
  if (message.user !== workspace.app.botUserId) throw new SlackRefusal(error);
  return message;
}

function keepPace({ settings, pace }: Workspace, channel: StoredChannel): void {
  const waitMs = settings.rateLimitPosts ? pace.take(channel.id) : 0;
  if (waitMs > 0) throw new SlackRefusal("ratelimited", [], { retryAfterMs: waitMs });
}
