import { z } from "zod";
import { directChannel, joinedChannel, visibleChannel } from "../channels.ts";
import { SlackRefusal } from "../refusal.ts";
import { Flag, Words } from "./arguments.ts";
import { channelPayload } from "./channel-payload.ts";
import { method } from "./method.ts";

const Channel = z.object({ channel: z.string() });

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

/** conversations.unarchive: opens an archived channel again. */
export const unarchiveConversation = method({
  scopes: ["channels:manage", "groups:write"],
  args: Channel,
  run({ channel: id }, { workspace }) {
    const channel = visibleChannel(workspace, id);
    if (!channel.isArchived) throw new SlackRefusal("not_archived");
    channel.isArchived = false;
    workspace.changes.bump();
    return {};
  },
});
