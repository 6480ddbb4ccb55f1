import type { JsonObject } from "./json.ts";
import type { StoredView, Workspace } from "./workspace.ts";

/** A view as Slack writes it to apps, with the person's values. */
export function viewPayload({ team, app }: Workspace, view: StoredView): JsonObject {
  return {
    title: null,
    submit: null,
    close: null,
    ...view.content,
    id: view.id,
    team_id: team.id,
    state: { values: view.values },
    hash: view.hash,
    previous_view_id: view.previousViewId,
    root_view_id: view.rootViewId,
    app_id: app.id,
    app_installed_team_id: team.id,
    bot_id: app.botId,
  };
}
