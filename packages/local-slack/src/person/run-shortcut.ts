import { memberIds } from "../channels.ts";
import { messageSeenBy } from "../messages.ts";
import { parentPayload } from "../message-payload.ts";
import type { Outcome, Person, ShortcutRequest } from "../protocol.ts";
import { issueResponseUrl } from "../response-urls.ts";
import type { Slack } from "../slack.ts";
import { nextTimeStamp } from "../time-stamps.ts";
import { channelName, interactionPayload } from "../to-app/payload.ts";
import { issueTrigger } from "../triggers.ts";
import { gone, troubleConnecting } from "./outcome.ts";

/** Chooses one of the app's shortcuts in a message's menu (a `message_action` payload). */
export async function runShortcut(
  { workspace, link }: Slack,
  person: Person,
  { channel: id, ts, callbackId }: ShortcutRequest,
): Promise<Outcome> {
  const channel = workspace.channels.get(id);
  const message = channel && messageSeenBy(channel, ts, person.id);
  const isOffered = workspace.manifest.shortcuts.some(
    (shortcut) => shortcut.callbackId === callbackId && shortcut.type === "message",
  );
  // Slack offers none on a message that only one person sees.
  if (!message || message.visibleTo || !isOffered) return gone;
  if (!memberIds(workspace, channel).includes(person.id)) return gone;
  const at = { user: person.id, channel: channel.id };
  const payload = {
    ...interactionPayload(workspace, "message_action", person),
    callback_id: callbackId,
    action_ts: nextTimeStamp(workspace),
    trigger_id: issueTrigger(workspace, { ...at, viewId: undefined }),
    response_url: issueResponseUrl(workspace, { ...at, messageTs: undefined }),
    message_ts: ts,
    channel: { id: channel.id, name: channelName(channel) },
    message: parentPayload(workspace, channel, message),
  };
  const answer = await link.deliver({ type: "interactive", name: "message_action", payload });
  return answer.ok ? { ok: true } : troubleConnecting;
}
