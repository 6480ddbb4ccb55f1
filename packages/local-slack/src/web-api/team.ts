import { z } from "zod";
import { method } from "./method.ts";

/** team.info: the workspace. */
export const teamInfo = method({
  scopes: ["team:read"],
  args: z.looseObject({}),
  run: (_args, { workspace: { team, url } }) => ({
    team: { id: team.id, name: team.name, domain: team.domain, email_domain: "", url: `${url}/`, icon: {} },
  }),
});
