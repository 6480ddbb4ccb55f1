import { z } from "zod";
import { directChannel, isVisibleToApp, joinedChannel, memberIds, visibleChannel } from "../channels.ts";
import type { JsonObject } from "../json.ts";
import { publicMessage } from "../messages.ts";
import { messagePayload, parentPayload } from "../message-payload.ts";
import { SlackRefusal } from "../refusal.ts";
import type { StoredChannel, StoredMessage, Workspace } from "../workspace.ts";
import { Flag, Words } from "./arguments.ts";
import { method } from "./method.ts";
import { page, Paging } from "./paging.ts";

const reading = ["channels:read", "groups:read", "im:read", "mpim:read"];
const history = ["channels:history", "groups:history", "im:history", "mpim:history"];

const Channel = z.object({ channel: z.string() });
const Span = {
  oldest: z.string().optional(),
  latest: z.string().optional(),
  inclusive: Flag.default(false),
  ...Paging,
};

/** conversations.info: one channel. */
export const conversationInfo = method({
  scopes: reading,
  args: Channel,
  run: ({ channel }, { workspace }) => ({
    channel: channelPayload(workspace, visibleChannel(workspace, channel)),
  }),
});

/** conversations.list: the channels of some types that the app may see, in pages. */
export const listConversations = method({
  scopes: reading,
  args: z.object({
    types: Words.default(["public_channel"]),
    exclude_archived: Flag.default(false),
    ...Paging,
  }),
  run({ types, exclude_archived, ...paging }, { workspace }) {
    const channels = [...workspace.channels.values()].filter(
      (channel) =>
        isVisibleToApp(channel) &&
        types.includes(typeOf(channel)) &&
        !(exclude_archived && channel.isArchived),
    );
    const { items, rest } = page(channels, paging);
    return { channels: items.map((channel) => channelPayload(workspace, channel)), ...rest };
  },
});

/** conversations.members: who is in a channel, in pages. */
export const conversationMembers = method({
  scopes: reading,
  args: Channel.extend(Paging),
  run({ channel, ...paging }, { workspace }) {
    const { items, rest } = page(memberIds(workspace, visibleChannel(workspace, channel)), paging);
    return { members: items, ...rest };
  },
});

/** conversations.history: a channel's messages, newest first, without replies in threads. */
export const conversationHistory = method({
  scopes: history,
  args: Channel.extend(Span),
  run({ channel: id, ...span }, { workspace }) {
    const channel = joinedChannel(workspace, id);
    const messages = within(channel.messages, span).filter(({ threadTs }) => !threadTs);
    const { items, rest } = page(messages.toReversed(), span);
    const hasMore = items.length < messages.length && items.at(-1) !== messages[0];
    return {
      messages: items.map((message) => parentPayload(workspace, channel, message)),
      has_more: hasMore,
      ...rest,
    };
  },
});

/** conversations.replies: a thread, its first message first. */
export const conversationReplies = method({
  scopes: history,
  args: Channel.extend({ ts: z.string(), ...Span }),
  run({ channel: id, ts, ...span }, { workspace }) {
    const channel = joinedChannel(workspace, id);
    const parent = findParent(channel, ts);
    const replies = within(channel.messages, span).filter(({ threadTs }) => threadTs === parent.ts);
    const { items, rest } = page(replies, span);
    const messages = [
      parentPayload(workspace, channel, parent),
      ...items.map((reply) => messagePayload(workspace, reply)),
    ];
    return { messages, has_more: false, ...rest };
  },
});

/** conversations.open: the direct message with one person. */
export const openConversation = method({
  scopes: ["im:write", "mpim:write"],
  args: z.object({ users: Words.optional(), channel: z.string().optional(), return_im: Flag.optional() }),
  run({ users, channel: id, return_im }, { workspace }) {
    const user = users?.[0];
    if (users && users.length > 1) throw new SlackRefusal("method_not_supported_for_channel_type");
    if (user && !workspace.people.has(user)) throw new SlackRefusal("user_not_found");
    const channel = user ? directChannel(workspace, user) : workspace.channels.get(id ?? "");
    if (!channel) throw new SlackRefusal(user ? "cannot_dm_bot" : "channel_not_found");
    return {
      already_open: true,
      no_op: true,
      channel: return_im ? channelPayload(workspace, channel) : { id: channel.id },
    };
  },
});

/** conversations.join: the app enters a public channel. */
export const joinConversation = method({
  scopes: ["channels:join"],
  args: Channel,
  run({ channel: id }, { workspace }) {
    const channel = visibleChannel(workspace, id);
    if (channel.isArchived) throw new SlackRefusal("is_archived");
    if (channel.isPrivate) throw new SlackRefusal("method_not_supported_for_channel_type");
    channel.hasApp = true;
    workspace.changes.bump();
    return { channel: channelPayload(workspace, channel) };
  },
});

/** conversations.leave: the app leaves a channel. */
export const leaveConversation = method({
  scopes: ["channels:manage", "groups:write"],
  args: Channel,
  run({ channel: id }, { workspace }) {
    const channel = visibleChannel(workspace, id);
    const leaves = channel.hasApp;
    channel.hasApp = false;
    workspace.changes.bump();
    return leaves ? {} : { not_in_channel: true };
  },
});

/** conversations.archive: closes a channel for good. */
export const archiveConversation = method({
  scopes: ["channels:manage", "groups:write"],
  args: Channel,
  run({ channel: id }, { workspace }) {
    const channel = joinedChannel(workspace, id);
    if (channel.isArchived) throw new SlackRefusal("already_archived");
    channel.isArchived = true;
    workspace.changes.bump();
    return {};
  },
});

function channelPayload(workspace: Workspace, channel: StoredChannel): JsonObject {
  const { id, name, isPrivate, directWith, hasApp, isArchived, topic } = channel;
  if (directWith)
    return { id, is_im: true, is_channel: false, user: directWith, is_archived: false, is_open: true };
  return {
    id,
    name,
    name_normalized: name,
    is_channel: !isPrivate,
    is_group: isPrivate,
    is_im: false,
    is_mpim: false,
    is_private: isPrivate,
    is_archived: isArchived,
    is_general: name === "general",
    is_member: hasApp,
    num_members: memberIds(workspace, channel).length,
    topic: { value: topic, creator: "", last_set: 0 },
    purpose: { value: "", creator: "", last_set: 0 },
    context_team_id: workspace.team.id,
  };
}

function typeOf({ directWith, isPrivate }: StoredChannel): string {
  if (directWith) return "im";
  return isPrivate ? "private_channel" : "public_channel";
}

/** The messages that everybody sees between two time stamps. */
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
