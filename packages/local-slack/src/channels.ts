import { hasScope } from "./installation.ts";
import { SlackRefusal } from "./refusal.ts";
import type { StoredChannel, Workspace } from "./workspace.ts";

/** A channel by its id. The app gets none that it may not see. */
export function visibleChannel(workspace: Workspace, id: string): StoredChannel {
  const channel = workspace.channels.get(id);
  if (!channel || !isVisibleToApp(channel)) throw new SlackRefusal("channel_not_found");
  return channel;
}

/** True for public channels, and for private ones and direct messages that the app is in. */
export function isVisibleToApp(channel: StoredChannel): boolean {
  return !channel.isPrivate || channel.hasApp;
}

/** A visible channel that the app is in. */
export function joinedChannel(workspace: Workspace, id: string): StoredChannel {
  const channel = visibleChannel(workspace, id);
  if (!channel.hasApp) throw new SlackRefusal("not_in_channel");
  return channel;
}

/** The conversation of a post to that id, channel name or person, if the app may post there. */
export function postableChannel(workspace: Workspace, address: string): StoredChannel {
  const channel = findChannel(workspace, address);
  if (!channel || !isVisibleToApp(channel)) throw new SlackRefusal("channel_not_found");
  if (channel.isArchived) throw new SlackRefusal("is_archived");
  const mayPost = channel.hasApp || hasScope(workspace, "chat:write.public");
  if (!mayPost) throw new SlackRefusal("not_in_channel");
  return channel;
}

/** The direct message of a person with the app. */
export function directChannel({ channels }: Workspace, user: string): StoredChannel | undefined {
  return [...channels.values()].find(({ directWith }) => directWith === user);
}

/** The ids of all members of a channel. The app is the last one. */
export function memberIds({ people, app }: Workspace, channel: StoredChannel): string[] {
  const persons = channel.directWith
    ? [channel.directWith]
    : (channel.members ?? [...people.values()].filter(({ isBot }) => !isBot).map(({ id }) => id));
  return channel.hasApp ? [...persons, app.botUserId] : persons;
}

function findChannel(workspace: Workspace, address: string): StoredChannel | undefined {
  const name = address.replace(/^#/, "");
  return (
    workspace.channels.get(address) ??
    directChannel(workspace, address) ??
    [...workspace.channels.values()].find((channel) => !channel.directWith && channel.name === name)
  );
}
