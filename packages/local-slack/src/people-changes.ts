import type { PersonRequest, UserGroupRequest } from "./page-api/requests.ts";
import type { Slack } from "./slack.ts";
import { nowInSeconds } from "./time-stamps.ts";
import { sendEvent } from "./to-app/events.ts";
import { userPayload } from "./web-api/users.ts";

/** Changes a person's rights. The app gets Slack's events. Returns the problem if there is one. */
export function changePerson(slack: Slack, { person: id, ...change }: PersonRequest): string | void {
  const { workspace } = slack;
  const known = workspace.people.get(id);
  if (!known || known.isBot) return "There is no such person.";
  const person = { ...known, ...change };
  person.isAdmin ||= person.isOwner;
  workspace.people.set(id, person);
  sendEvent(slack, { type: "user_change", user: userPayload(workspace, person) });
  workspace.changes.bump();
}

/** Changes a user group's members. The app gets Slack's events. Returns the problem if there is one. */
export function changeUserGroup(slack: Slack, { group: address, users }: UserGroupRequest): string | void {
  const { workspace } = slack;
  const group = workspace.userGroups.find(({ id, handle }) => id === address || handle === address);
  if (!group) return "There is no such user group.";
  const stranger = users.find((id) => !workspace.people.has(id));
  if (stranger !== undefined) return `There is no person ${stranger}.`;
  const before = group.users;
  group.users = users;
  sendEvent(slack, {
    type: "subteam_members_changed",
    subteam_id: group.id,
    team_id: workspace.team.id,
    date_update: nowInSeconds(workspace),
    added_users: users.filter((id) => !before.includes(id)),
    removed_users: before.filter((id) => !users.includes(id)),
  });
  workspace.changes.bump();
}
