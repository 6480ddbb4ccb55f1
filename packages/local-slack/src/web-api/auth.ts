import { z } from "zod";
import { uninstall } from "../uninstall.ts";
import { Flag } from "./arguments.ts";
import { method } from "./method.ts";

/** auth.test: the owner of the token. */
export const authTest = method({
  args: z.looseObject({}),
  run: (_args, { workspace: { team, enterprise, installation, app, url, people } }) => ({
    url: `${url}/`,
    team: team.name,
    team_id: team.id,
    user: people.get(app.botUserId)?.name,
    user_id: app.botUserId,
    bot_id: app.botId,
    ...(enterprise && { enterprise_id: enterprise.id }),
    is_enterprise_install: installation?.isEnterprise ?? false,
  }),
});

/** auth.revoke: revokes the token. */
export const authRevoke = method({
  args: z.object({ test: Flag.default(false) }),
  run({ test }, slack) {
    if (!test) uninstall(slack, "revoked");
    return { revoked: !test };
  },
});
