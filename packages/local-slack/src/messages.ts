import { SlackRefusal } from "./refusal.ts";
import type { JsonObject } from "./json.ts";
import { nextTimeStamp } from "./time-stamps.ts";
import type { StoredChannel, StoredMessage, Workspace } from "./workspace.ts";

/** The sender of Slack's own messages. */
const slackbotId = "USLACKBOT";

const keptMessages = 1000;

/** A new message's content and readers. */
export interface NewMessage {
  user: string;
  text: string;
  blocks?: JsonObject[];
  attachments?: JsonObject[];
  files?: JsonObject[];
  threadTs?: string;
  /** True for a reply that the channel shows too. */
  isBroadcast?: boolean;
  /** The only person who sees it. */
  visibleTo?: string;
  metadata?: JsonObject;
  /** The cards of its Work Objects. */
  cards?: JsonObject[];
}

/** Adds a message to a channel. A channel keeps its last thousand. */
export function addMessage(workspace: Workspace, channel: StoredChannel, message: NewMessage): StoredMessage {
  const stored: StoredMessage = {
    ...message,
    ts: nextTimeStamp(workspace),
    fromSlack: message.user === slackbotId,
    edited: false,
    state: new Map(),
  };
  channel.messages.push(stored);
  if (channel.messages.length > keptMessages)
    channel.messages.splice(0, channel.messages.length - keptMessages);
  workspace.changes.bump();
  return stored;
}

/** Posts something to one person as Slack itself. */
export function tellPerson(
  workspace: Workspace,
  channel: StoredChannel,
  user: string,
  text: string,
  threadTs?: string,
): void {
  addMessage(workspace, channel, { user: slackbotId, text, visibleTo: user, threadTs });
}

/** Replaces a message's text, blocks or attachments. */
export function editMessage(
  workspace: Workspace,
  message: StoredMessage,
  change: Partial<StoredMessage>,
): void {
  Object.assign(message, change);
  workspace.changes.bump();
}

/** Removes a message from its channel. */
export function removeMessage(workspace: Workspace, channel: StoredChannel, message: StoredMessage): void {
  channel.messages.splice(channel.messages.indexOf(message), 1);
  workspace.changes.bump();
}

/** A message that all members of the channel see. */
export function publicMessage(channel: StoredChannel, ts: string): StoredMessage {
  const message = channel.messages.find((candidate) => candidate.ts === ts && !candidate.visibleTo);
  if (!message) throw new SlackRefusal("message_not_found");
  return message;
}

/** A message that this person sees, if it exists. */
export function messageSeenBy(channel: StoredChannel, ts: string, user: string): StoredMessage | undefined {
  return channel.messages.find(
    (candidate) => candidate.ts === ts && (!candidate.visibleTo || candidate.visibleTo === user),
  );
}
