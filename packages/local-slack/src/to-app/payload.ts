import type { JsonObject } from "../json.ts";
import type { Person } from "../protocol.ts";
import type { StoredChannel, Workspace } from "../workspace.ts";

/** The first fields of every interaction: the person, the team, the app. */
export function interactionPayload(workspace: Workspace, type: string, person: Person): JsonObject {
  const { team, enterprise, app, credentials, installation } = workspace;
  return {
    type,
    user: { id: person.id, username: person.name, name: person.name, team_id: team.id },
    team: {
      id: team.id,
      domain: team.domain,
      ...(enterprise && { enterprise_id: enterprise.id, enterprise_name: enterprise.name }),
    },
    api_app_id: app.id,
    token: credentials.verificationToken,
    enterprise,
    is_enterprise_install: installation?.isEnterprise ?? false,
  };
}

/** A channel's name in payloads. */
export function channelName({ directWith, isPrivate, name }: StoredChannel): string {
  if (directWith) return "directmessage";
  return isPrivate ? "privategroup" : name;
}
