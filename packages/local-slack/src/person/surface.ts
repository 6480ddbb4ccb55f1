import { findElement, type PlacedElement } from "../elements.ts";
import { isJsonObject, jsonObjects, type JsonObject } from "../json.ts";
import { messageSeenBy } from "../messages.ts";
import { messagePayload } from "../message-payload.ts";
import type { Container, Person } from "../protocol.ts";
import { channelName } from "../to-app/payload.ts";
import { viewPayload } from "../view-payload.ts";
import type { StoredChannel, StoredMessage, StoredPane, StoredView, Workspace } from "../workspace.ts";

/** The view, message or pane of an action, which its person may see. */
export type Surface =
  | { view: StoredView }
  | { pane: StoredPane }
  | { channel: StoredChannel; message: StoredMessage };

/** The view or message. Undefined if it is gone or another person's. */
export function findSurface(workspace: Workspace, person: Person, container: Container): Surface | undefined {
  if ("viewId" in container) {
    const view = workspace.views.get(container.viewId);
    return view?.user === person.id ? { view } : undefined;
  }
  if ("pane" in container) {
    const pane = workspace.panes.get(person.id);
    return pane && { pane };
  }
  const channel = workspace.channels.get(container.channel);
  const message = channel && messageSeenBy(channel, container.ts, person.id);
  return message && { channel, message };
}

/** The element with these ids in a surface. */
export function elementIn(surface: Surface, blockId: string, actionId: string): PlacedElement | undefined {
  return findElement(blocksOf(surface), blockId, actionId);
}

/** All blocks of a surface, including those of attachments. */
export function blocksOf(surface: Surface): JsonObject[] {
  if ("view" in surface) return surface.view.content.blocks;
  if ("pane" in surface) {
    const { shown } = surface.pane;
    return shown && "entity" in shown ? shown.blocks : [];
  }
  const { blocks = [], attachments = [], cards = [] } = surface.message;
  return [...blocks, ...[...attachments, ...cards].flatMap((attachment) => jsonObjects(attachment.blocks))];
}

/** The app's card for a link in a person's message, if the element is in one. */
export function unfurlAround(surface: Surface, { blockId, actionId }: PlacedElement): JsonObject | undefined {
  if (!("message" in surface)) return undefined;
  return surface.message.attachments?.find(
    ({ is_app_unfurl, blocks }) => is_app_unfurl && findElement(jsonObjects(blocks), blockId, actionId),
  );
}

/** The part of an interaction's payload about its surface. */
export function surfacePayload(workspace: Workspace, surface: Surface, placed: PlacedElement): JsonObject {
  if ("view" in surface)
    return {
      container: { type: "view", view_id: surface.view.id },
      view: viewPayload(workspace, surface.view),
    };
  if ("pane" in surface) return { container: paneContainer(surface.pane) };
  const { channel, message } = surface;
  const unfurl = unfurlAround(surface, placed);
  if (unfurl)
    return { ...unfurlPayload(surface, unfurl), channel: { id: channel.id, name: channelName(channel) } };
  const container = {
    type: "message",
    message_ts: message.ts,
    channel_id: channel.id,
    is_ephemeral: message.visibleTo !== undefined,
    ...(message.threadTs && { thread_ts: message.threadTs }),
  };
  // Slack sends no text or blocks of a message that only one person sees.
  const shown = message.visibleTo ? {} : { message: messagePayload(workspace, message) };
  return { container, channel: { id: channel.id, name: channelName(channel) }, ...shown };
}

/** The documentation shows no more of a pane's payload than its container. */
function paneContainer({ ref, source: { channel: channel_id, ...source } }: StoredPane): JsonObject {
  const { url: entity_url, external_ref } = ref;
  return { type: "entity_detail", entity_url, external_ref, ...source, ...(channel_id && { channel_id }) };
}

/** Of a person's message with an unfurl, apps see only the unfurl. */
function unfurlPayload(
  { channel, message }: Extract<Surface, { message: StoredMessage }>,
  unfurl: JsonObject,
): JsonObject {
  const { id: attachment_id, app_unfurl_url, is_app_unfurl } = unfurl;
  const container = {
    type: "message_attachment",
    message_ts: message.ts,
    attachment_id,
    channel_id: channel.id,
    is_ephemeral: false,
    is_app_unfurl,
    app_unfurl_url,
    ...(isJsonObject(unfurl.entity) && {
      entity_url: unfurl.entity.url,
      external_ref: unfurl.entity.external_ref,
    }),
    ...(message.threadTs && { thread_ts: message.threadTs }),
  };
  return { container, app_unfurl: unfurl };
}
