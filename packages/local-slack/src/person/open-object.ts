import { newId } from "../ids.ts";
import { isJsonObject, jsonObjects } from "../json.ts";
import type { ObjectRequest, Person } from "../protocol.ts";
import type { Slack } from "../slack.ts";
import { sendEvent } from "../to-app/events.ts";
import { issueTrigger } from "../triggers.ts";
import type { StoredPane, Workspace } from "../workspace.ts";

/** Opens the pane of a Work Object, or refreshes it. The app gets the event each time; Slack waits ten minutes. */
export function openObject(slack: Slack, person: Person, request: ObjectRequest): void {
  const { workspace } = slack;
  const before = workspace.panes.get(person.id);
  const ref = { url: request.url, external_ref: request.externalRef, title: request.title };
  const isSame = before?.ref.external_ref.id === ref.external_ref.id;
  const source = sourceOf(workspace, request);
  const pane: StoredPane = {
    id: newId("Ep"),
    ref,
    source,
    // Its content stays while it is read again.
    shown: isSame ? before.shown : undefined,
  };
  workspace.panes.set(person.id, pane);
  workspace.changes.bump();
  sendEvent(slack, {
    type: "entity_details_requested",
    user: person.id,
    trigger_id: issueTrigger(workspace, {
      user: person.id,
      channel: source.channel,
      viewId: undefined,
      paneId: pane.id,
    }),
    user_locale: "en-US",
    external_ref: ref.external_ref,
    entity_url: ref.url,
    link: { url: ref.url, domain: new URL(ref.url).hostname },
    ...source,
  });
}

/** Closes a person's pane. */
export function closeObject({ workspace }: Slack, person: Person): void {
  workspace.panes.delete(person.id);
  workspace.changes.bump();
}

/** The message with the card, as events say it. Nothing for an object that was opened from another one. */
function sourceOf(
  { channels }: Workspace,
  { channel, ts, externalRef }: ObjectRequest,
): StoredPane["source"] {
  const message = channels.get(channel ?? "")?.messages.find((candidate) => candidate.ts === ts);
  if (!channel || !message) return {};
  const card = [...jsonObjects(message.attachments), ...jsonObjects(message.cards)].find(
    ({ entity }) =>
      isJsonObject(entity) && isJsonObject(entity.external_ref) && entity.external_ref.id === externalRef.id,
  );
  const unfurled = card?.app_unfurl_url;
  return {
    channel,
    message_ts: message.ts,
    ...(message.threadTs && { thread_ts: message.threadTs }),
    ...(typeof unfurled === "string" && { app_unfurl_url: unfurled }),
  };
}
