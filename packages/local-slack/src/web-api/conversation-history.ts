import { z } from "zod";
import { joinedChannel, visibleChannel } from "../channels.ts";
import { hasScope } from "../installation.ts";
import type { JsonObject } from "../json.ts";
import { publicMessage } from "../messages.ts";
import { messagePayload, parentPayload } from "../message-payload.ts";
import { SlackRefusal } from "../refusal.ts";
import type { StoredChannel, StoredMessage, Workspace } from "../workspace.ts";
import { Flag } from "./arguments.ts";
import { method } from "./method.ts";
import { page, Paging } from "./paging.ts";

const scopes = ["channels:history", "groups:history", "im:history", "mpim:history"];

const Span = {
  channel: z.string(),
  oldest: z.string().optional(),
  latest: z.string().optional(),
  inclusive: Flag.default(false),
  include_all_metadata: Flag.default(false),
  ...Paging,
};

/** conversations.history: a channel's messages, newest first, without replies in threads. */
export const conversationHistory = method({
  scopes,
  args: z.object(Span),
  run({ channel: id, ...span }, { workspace }) {
    const channel = readableChannel(workspace, id);
    workspace.history.take("conversations.history");
    const messages = within(channel.messages, span).filter(
      ({ threadTs, isBroadcast }) => !threadTs || isBroadcast,
    );
    const { items, rest } = page(messages.toReversed(), inLimit(workspace, span));
    const hasMore = items.length < messages.length && items.at(-1) !== messages[0];
    return {
      messages: items.map((message) => asAsked(parentPayload(workspace, channel, message), span)),
      has_more: hasMore,
      ...rest,
    };
  },
});

/** conversations.replies: a thread, its first message first. */
export const conversationReplies = method({
  scopes,
  args: z.object({ ts: z.string(), ...Span }),
  run({ channel: id, ts, ...span }, { workspace }) {
    const channel = readableChannel(workspace, id);
    workspace.history.take("conversations.replies");
    const parent = findParent(channel, ts);
    const replies = within(channel.messages, span).filter(({ threadTs }) => threadTs === parent.ts);
    const { items, rest } = page(replies, inLimit(workspace, span));
    const messages = [
      parentPayload(workspace, channel, parent),
      ...items.map((reply) => messagePayload(workspace, reply)),
    ];
    return { messages: messages.map((message) => asAsked(message, span)), has_more: false, ...rest };
  },
});

/** A channel that the app is in and may read. Each kind of conversation has its own scope. */
function readableChannel(workspace: Workspace, id: string): StoredChannel {
  const { isPrivate, directWith } = visibleChannel(workspace, id);
  const needed = directWith ? "im:history" : isPrivate ? "groups:history" : "channels:history";
  if (!hasScope(workspace, needed)) throw new SlackRefusal("missing_scope", [], { needed });
  return joinedChannel(workspace, id);
}

function inLimit<Span extends { limit?: number }>({ history }: Workspace, span: Span): Span {
  return { ...span, limit: Math.min(span.limit || 100, history.most) };
}

/** Slack leaves the metadata out unless it is asked for. */
function asAsked({ metadata, ...message }: JsonObject, span: { include_all_metadata: boolean }): JsonObject {
  return { ...message, ...(span.include_all_metadata && metadata !== undefined && { metadata }) };
}

/** The public messages between two time stamps. */
function within(
  messages: readonly StoredMessage[],
  { oldest = "0", latest, inclusive }: { oldest?: string; latest?: string; inclusive: boolean },
): StoredMessage[] {
  const [from, to] = [Number(oldest), latest === undefined ? Infinity : Number(latest)];
  return messages.filter(({ ts, visibleTo }) => {
    const at = Number(ts);
    return !visibleTo && (inclusive ? at >= from && at <= to : at > from && at < to);
  });
}

function findParent(channel: StoredChannel, ts: string): StoredMessage {
  const named = channel.messages.find((candidate) => candidate.ts === ts && !candidate.visibleTo);
  if (!named) throw new SlackRefusal("thread_not_found");
  return named.threadTs ? publicMessage(channel, named.threadTs) : named;
}
