import type { ChannelRequest } from "./page-api/requests.ts";
import type { Slack } from "./slack.ts";
import { sendEvent } from "./to-app/events.ts";
import type { StoredChannel } from "./workspace.ts";

type Change = Omit<ChannelRequest, "channel"> & { by?: string };

/** Archives or deletes a channel, adds or removes the app, or undoes either. Sends the app the events. */
export function changeChannel(slack: Slack, channel: StoredChannel, change: Change): void {
  const { isArchived = channel.isArchived, hasApp = channel.hasApp, isDeleted, by = "USLACKBOT" } = change;
  if (isArchived !== channel.isArchived) setArchived(slack, channel, isArchived, by);
  if (hasApp !== channel.hasApp) setMembership(slack, channel, hasApp, by);
  channel.members = change.members ?? channel.members;
  channel.isShared = change.isShared ?? channel.isShared;
  if (change.newId !== undefined) giveNewId(slack, channel, change.newId);
  if (isDeleted) {
    slack.workspace.channels.delete(channel.id);
    sendEvent(slack, { type: "channel_deleted", channel: channel.id, actor_id: by });
  }
  slack.workspace.changes.bump();
}

/** As Slack does when a private channel is shared. The old id leads nowhere any more. */
function giveNewId({ workspace, link }: Slack, channel: StoredChannel, id: string): void {
  const before = channel.id;
  workspace.channels.delete(before);
  workspace.channels.set(id, Object.assign(channel, { id }));
  sendEvent({ workspace, link }, { type: "channel_id_changed", old_channel_id: before, new_channel_id: id });
}

function setArchived(slack: Slack, channel: StoredChannel, isArchived: boolean, by: string): void {
  channel.isArchived = isArchived;
  const type = isArchived ? "channel_archive" : "channel_unarchive";
  sendEvent(slack, { type, channel: channel.id, user: by });
}

function setMembership(slack: Slack, channel: StoredChannel, hasApp: boolean, by: string): void {
  channel.hasApp = hasApp;
  const { app, team } = slack.workspace;
  const kind = channel.isPrivate ? "G" : "C";
  const event = { channel: channel.id, channel_type: kind, team: team.id, user: app.botUserId };
  if (hasApp) sendEvent(slack, { ...event, type: "member_joined_channel", inviter: by });
  else sendEvent(slack, { type: channel.isPrivate ? "group_left" : "channel_left", ...event });
}
