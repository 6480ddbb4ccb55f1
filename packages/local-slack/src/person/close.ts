import type { CloseRequest, Outcome, Person } from "../protocol.ts";
import type { Slack } from "../slack.ts";
import { interactionPayload } from "../to-app/payload.ts";
import { viewPayload } from "../view-payload.ts";
import { clearModals, closeModal, openModals } from "../views.ts";
import type { StoredView } from "../workspace.ts";
import { gone } from "./outcome.ts";

/** Closes a modal, or all of them. Notifies the app if the view asks for it, unless the connection is lost. */
export function close(slack: Slack, person: Person, { viewId, cleared, lost }: CloseRequest): Outcome {
  const { workspace } = slack;
  const stack = openModals(workspace, person.id);
  const view = stack.find(({ id }) => id === viewId);
  if (!view) return gone;
  const clears = cleared || view.content.clear_on_close;
  const closed = clears ? stack.toReversed() : stack.slice(stack.indexOf(view)).toReversed();
  if (clears) clearModals(workspace, person.id);
  else closeModal(workspace, view);
  const told = lost ? [] : closed.filter(({ content }) => content.notify_on_close);
  for (const each of told) tellApp(slack, person, each, clears);
  return { ok: true };
}

function tellApp({ workspace, link }: Slack, person: Person, view: StoredView, cleared: boolean): void {
  const payload = {
    ...interactionPayload(workspace, "view_closed", person),
    view: viewPayload(workspace, view),
    is_cleared: cleared,
  };
  // The app's response changes nothing for the person. The log has it.
  void link.deliver({ type: "interactive", name: "view_closed", payload });
}
