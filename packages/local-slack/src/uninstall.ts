import type { JsonObject } from "./json.ts";
import type { UninstallRequest } from "./page-api/requests.ts";
import type { Slack } from "./slack.ts";
import { sendEvent } from "./to-app/events.ts";

/** Ends the app's installation in the team and notifies it. Returns the problem if it has none. */
export function uninstall(slack: Slack, how: UninstallRequest["how"]): string | void {
  const { workspace } = slack;
  const { installation } = workspace;
  if (!installation) return "The app is not installed here.";
  // Sent before the removal, because an app that is not installed gets nothing.
  for (const event of eventsOf(slack, how)) sendEvent(slack, event);
  // https://docs.slack.dev/reference/methods/auth.test: the errors for tokens of removed apps
  workspace.formerTokens.set(installation.botToken, how === "revoked" ? "token_revoked" : "account_inactive");
  workspace.installation = undefined;
  workspace.changes.bump();
}

function eventsOf(
  { workspace: { team, app } }: Slack,
  how: UninstallRequest["how"],
): (JsonObject & { type: string })[] {
  if (how === "team-revoked") return [{ type: "team_access_revoked", team_ids: [team.id] }];
  const tokens = { type: "tokens_revoked", tokens: { oauth: [], bot: [app.botUserId] } };
  return how === "revoked" ? [tokens] : [{ type: "app_uninstalled" }, tokens];
}
