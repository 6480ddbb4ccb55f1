import { z } from "zod";
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
