import { z } from "zod";
import { method } from "./method.ts";

/** auth.test: whose token this is. */
export const authTest = method({
  args: z.looseObject({}),
  run: (_args, { workspace: { team, app, url, people } }) => ({
    url: `${url}/`,
    team: team.name,
    team_id: team.id,
    user: people.get(app.botUserId)?.name,
    user_id: app.botUserId,
    bot_id: app.botId,
    is_enterprise_install: false,
  }),
});
