import { newSecret } from "../ids.ts";
import { hasScope } from "../installation.ts";
import { linksIn } from "../links.ts";
import type { ComposeRequest, Person } from "../protocol.ts";
import type { Slack } from "../slack.ts";
import { sendEvent } from "../to-app/events.ts";
import type { SharedLink, Workspace } from "../workspace.ts";

/** Accepts the text of a person's composer. The app gets new links of its domains, without their channel. */
export function compose(slack: Slack, person: Person, { text }: ComposeRequest): void {
  const { workspace } = slack;
  const escaped = text.trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const links = linksIn(escaped, workspace.unfurlDomains);
  if (isKnown(workspace, person, links)) return;
  const unfurlId = `${person.id}-${newSecret(16)}`;
  if (links.length === 0) workspace.composed.delete(person.id);
  else workspace.composed.set(person.id, { unfurlId, links, attachments: [] });
  workspace.changes.bump();
  if (links.length === 0 || !hasScope(workspace, "links:read")) return;
  sendEvent(slack, {
    type: "link_shared",
    channel: "COMPOSER",
    is_bot_user_member: true,
    user: person.id,
    message_ts: unfurlId,
    unfurl_id: unfurlId,
    source: "composer",
    links,
  });
}

function isKnown({ composed }: Workspace, { id }: Person, links: readonly SharedLink[]): boolean {
  const known = composed.get(id)?.links ?? [];
  return known.length === links.length && known.every(({ url }, index) => links[index]?.url === url);
}
