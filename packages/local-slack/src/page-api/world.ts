import { memberIds } from "../channels.ts";
import { fileUrl } from "../files.ts";
import { isJsonObject, stringOf, type JsonObject } from "../json.ts";
import type { Channel, Message, ObjectPane, Person, View, World } from "../protocol.ts";
import { openModals } from "../views.ts";
import { hasStopButton } from "../sessions.ts";
import type { StoredChannel, StoredMessage, StoredView, Workspace } from "../workspace.ts";

/** Everything that one person sees now. */
export function worldOf(workspace: Workspace, me: Person): World {
  const { team, app, people, userGroups, channels, views, homes, stepRuns, settings, panel } = workspace;
  const { installation, manifest } = workspace;
  const home = views.get(homes.get(me.id) ?? "");
  const seen = [...channels.values()].filter((channel) => memberIds(workspace, channel).includes(me.id));
  return {
    version: workspace.changes.version,
    team: { id: team.id, name: team.name },
    me,
    people: [...people.values()],
    userGroups: [...userGroups],
    app: { name: app.name, botUserId: app.botUserId, connected: workspace.connected },
    channels: seen.map((channel) => shownChannel(workspace, channel, me)),
    commands: (installation ? manifest.commands : []).map(({ command, description, usageHint }) => ({
      command,
      description,
      usageHint,
    })),
    shortcuts: (installation ? manifest.shortcuts : [])
      .filter(({ type }) => type === "message")
      .map(({ callbackId, name }) => ({ callbackId, name })),
    agent: installation ? manifest.agent : null,
    working: [...workspace.sessions.values()]
      .filter(({ status, channel }) => status === "processing" && seen.some(({ id }) => id === channel))
      .map(({ channel, threadTs }) => ({ channel, threadTs, canStop: hasStopButton(workspace) })),
    home: home ? shownView(workspace, home) : null,
    modals: openModals(workspace, me.id).map((view) => shownView(workspace, view)),
    pane: shownPane(workspace, me),
    steps: [...manifest.steps],
    stepRuns: [...stepRuns.values()]
      .filter(({ user }) => user === me.id)
      .map(({ id, step, outcome }) => ({ executionId: id, callbackId: step.callbackId, outcome })),
    settings: { ...settings },
    composed: withPictures(workspace, workspace.composed.get(me.id)?.attachments ?? []),
    otherWorkspaces: [...workspace.others],
    panel: panel
      ? { title: panel.title, buttons: panel.buttons.map(({ label, hint }) => ({ label, hint })) }
      : null,
  };
}

function shownChannel(workspace: Workspace, channel: StoredChannel, me: Person): Channel {
  const { id, name, isPrivate, directWith, hasApp, isArchived, topic, messages } = channel;
  return {
    id,
    name,
    isPrivate,
    isDirect: directWith !== undefined,
    hasApp,
    isArchived,
    topic,
    messages: messages
      .filter(({ visibleTo }) => !visibleTo || visibleTo === me.id)
      .map((message) => shownMessage(workspace, message, me)),
  };
}

function shownMessage(workspace: Workspace, message: StoredMessage, me: Person): Message {
  const { ts, threadTs, isBroadcast, user, text, blocks, cards = [] } = message;
  const attachments =
    message.attachments || cards.length > 0 ? [...(message.attachments ?? []), ...cards] : undefined;
  const { fromSlack, edited, reactions, visibleTo, state } = message;
  return {
    ts,
    threadTs,
    isBroadcast,
    user,
    text,
    blocks: blocks && withPictures(workspace, blocks),
    attachments: attachments && withPictures(workspace, attachments),
    ephemeral: visibleTo !== undefined,
    fromSlack,
    edited,
    reactions,
    state: state.get(me.id),
  };
}

function shownView(
  workspace: Workspace,
  { id, hash, content, errors, busy, notice, values }: StoredView,
): View {
  return {
    id,
    hash,
    type: content.type,
    callbackId: content.callback_id,
    title: textOf(content.title),
    submit: textOf(content.submit),
    close: textOf(content.close),
    blocks: withPictures(workspace, content.blocks),
    values,
    errors,
    busy,
    notice,
  };
}

// Slack's own words for what an app doesn't word itself.
const usualErrors = {
  restricted: ["You don't have access", "Ask its owner for access."],
  internal_error: ["Something went wrong", "There was an issue and we couldn't display this item."],
  not_found: ["Not found", "This item doesn't exist, or was deleted."],
  timeout: ["This takes too long", "Try again later."],
} as const;

function shownPane({ panes }: Workspace, { id }: Person): ObjectPane | null {
  const pane = panes.get(id);
  if (!pane) return null;
  const { ref, source, shown } = pane;
  const facts = {
    url: ref.url,
    externalRef: ref.external_ref,
    title: ref.title,
    ...(source.channel !== undefined && { channel: source.channel, ts: source.message_ts }),
  };
  if (!shown) return facts;
  if ("entity" in shown) return { ...facts, entity: shown.entity, blocks: shown.blocks };
  const { status, custom_title, custom_message } = shown.error;
  const [title, message] = Object.entries(usualErrors).find(([known]) => known === status)?.[1] ?? ["", ""];
  return { ...facts, error: { title: custom_title ?? title, message: custom_message ?? message } };
}

function textOf(value: unknown): string | undefined {
  return isJsonObject(value) ? stringOf(value.text) : undefined;
}

/** The blocks. Uploaded pictures in them also have the address that a browser loads them from. */
function withPictures(workspace: Workspace, blocks: readonly JsonObject[]): JsonObject[] {
  return blocks.map((block) => withPicture(workspace, block));
}

function withPicture(workspace: Workspace, value: JsonObject): JsonObject {
  const entries = Object.entries(value).map(([name, part]) => [name, withPictureInside(workspace, part)]);
  const file = isJsonObject(value.slack_file) ? workspace.files.get(String(value.slack_file.id)) : undefined;
  return { ...Object.fromEntries(entries), ...(file && { image_url: fileUrl(workspace, file) }) };
}

function withPictureInside(workspace: Workspace, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item: unknown) => withPictureInside(workspace, item));
  return isJsonObject(part) ? withPicture(workspace, part) : part;
}
