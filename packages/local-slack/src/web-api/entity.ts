import { z } from "zod";
import { acceptedEntity, actionBlocks, showsEntities } from "../entities.ts";
import { invalidArguments, SlackRefusal } from "../refusal.ts";
import { exchangeTrigger } from "../triggers.ts";
import { EntityError } from "../validate/entity.ts";
import { Flag, orJson } from "./arguments.ts";
import { method } from "./method.ts";
import { tellOfLinks } from "../person/tell-of-links.ts";
import type { Slack } from "../slack.ts";
import type { StoredPane } from "../workspace.ts";

/** entity.presentDetails: fills the pane that a person opened, for that person alone. */
export const presentDetails = method({
  args: z.object({
    trigger_id: z.string(),
    metadata: orJson(z.unknown().optional()),
    error: orJson(z.unknown().optional()),
    user_auth_required: Flag.optional(),
    user_auth_url: z.string().optional(),
  }),
  run({ trigger_id, metadata, error, user_auth_required, user_auth_url }, slack) {
    const { workspace } = slack;
    // Slack looks at the trigger first (https://github.com/derive-to/derive/pull/625).
    const { user, paneId } = exchangeTrigger(workspace, trigger_id);
    if (user_auth_required && !user_auth_url) throw new SlackRefusal("user_auth_url_missing");
    const pane = workspace.panes.get(user);
    const isOpen = pane !== undefined && pane.id === paneId;
    if (error !== undefined) {
      const read = EntityError.safeParse(error);
      if (!read.success) throw invalidArguments(read.error);
      if (isOpen) pane.shown = { error: read.data };
    } else {
      const entity = acceptedEntity(metadata, "invalid_arguments");
      if (!showsEntities(workspace, entity)) throw new SlackRefusal("feature_not_enabled");
      if (isOpen && pane.ref.external_ref.id !== entity.external_ref.id)
        throw new SlackRefusal("entity_metadata_does_not_match_trigger");
      if (isOpen) {
        pane.shown = { entity, blocks: actionBlocks(entity) };
        refreshCard(slack, pane.source);
      }
    }
    workspace.changes.bump();
    return {};
  },
});

/** Slack asks for the card of a link again once its pane shows something newer. */
function refreshCard(slack: Slack, { channel: id, message_ts, app_unfurl_url }: StoredPane["source"]): void {
  const channel = slack.workspace.channels.get(id ?? "");
  const message = channel?.messages.find(({ ts }) => ts === message_ts);
  if (channel && message && app_unfurl_url !== undefined) tellOfLinks(slack, channel, message);
}
