import { memberIds } from "../channels.ts";
import type { JsonObject } from "../json.ts";
import type { StoredChannel, Workspace } from "../workspace.ts";

/** A channel or direct message as Slack writes it to apps. */
export function channelPayload(workspace: Workspace, channel: StoredChannel): JsonObject {
  const { id, name, isPrivate, directWith, hasApp, isArchived, isShared = false, topic } = channel;
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
    is_shared: isShared,
    is_ext_shared: isShared,
    is_general: name === "general",
    is_member: hasApp,
    num_members: memberIds(workspace, channel).length,
    topic: { value: topic, creator: "", last_set: 0 },
    purpose: { value: "", creator: "", last_set: 0 },
    context_team_id: workspace.team.id,
  };
}
