import { z } from "zod";
import { SlackRefusal } from "../refusal.ts";
import { Flag } from "./arguments.ts";
import { method } from "./method.ts";

/** usergroups.list: the team's user groups. */
export const listUserGroups = method({
  scopes: ["usergroups:read"],
  args: z.looseObject({}),
  run: (_args, { workspace: { userGroups, team } }) => ({
    usergroups: userGroups.map(({ id, handle, name, users }) => ({
      id,
      team_id: team.id,
      is_usergroup: true,
      name,
      handle,
      description: "",
      is_external: false,
      date_delete: 0,
      users,
      user_count: users.length,
    })),
  }),
});

/** usergroups.users.list: the ids of a user group's members. */
export const listUserGroupUsers = method({
  scopes: ["usergroups:read"],
  args: z.object({ usergroup: z.string(), include_disabled: Flag.optional() }),
  run({ usergroup }, { workspace: { userGroups } }) {
    const group = userGroups.find(({ id }) => id === usergroup);
    if (!group) throw new SlackRefusal("no_such_subteam");
    return { users: group.users };
  },
});
