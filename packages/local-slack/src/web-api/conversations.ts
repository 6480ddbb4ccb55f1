import { z } from "zod";
import { isVisibleToApp, memberIds, visibleChannel } from "../channels.ts";
import type { StoredChannel } from "../workspace.ts";
import { Flag, Words } from "./arguments.ts";
import { channelPayload } from "./channel-payload.ts";
import { method } from "./method.ts";
import { page, Paging } from "./paging.ts";

const scopes = ["channels:read", "groups:read", "im:read", "mpim:read"];

/** conversations.info: one channel. */
export const conversationInfo = method({
  scopes,
  args: z.object({ channel: z.string() }),
  run: ({ channel }, { workspace }) => ({
    channel: channelPayload(workspace, visibleChannel(workspace, channel)),
  }),
});

/** conversations.list: the channels of some types that the app may see, in pages. */
export const listConversations = method({
  scopes,
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

/** conversations.members: the members of a channel, in pages. */
export const conversationMembers = method({
  scopes,
  args: z.object({ channel: z.string(), ...Paging }),
  run({ channel, ...paging }, { workspace }) {
    const { items, rest } = page(memberIds(workspace, visibleChannel(workspace, channel)), paging);
    return { members: items, ...rest };
  },
});

function typeOf({ directWith, isPrivate }: StoredChannel): string {
  if (directWith) return "im";
  return isPrivate ? "private_channel" : "public_channel";
}
