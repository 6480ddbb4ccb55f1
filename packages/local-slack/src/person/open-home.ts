import { directChannel } from "../channels.ts";
import type { Person } from "../protocol.ts";
import type { Slack } from "../slack.ts";
import { sendEvent } from "../to-app/events.ts";
import { viewPayload } from "../view-payload.ts";

/** A person opens one of the app's tabs. */
export function openHome(slack: Slack, person: Person, tab: "home" | "messages"): void {
  const { workspace } = slack;
  const view = workspace.views.get(workspace.homes.get(person.id) ?? "");
  sendEvent(slack, {
    type: "app_home_opened",
    user: person.id,
    channel: directChannel(workspace, person.id)?.id,
    tab,
    ...(tab === "home" && view && { view: viewPayload(workspace, view) }),
  });
}
