import { z } from "zod";
import { install } from "../installation.ts";
import { requireClient } from "../oauth/client.ts";
import { exchangeCode } from "../oauth/codes.ts";
import { SlackRefusal } from "../refusal.ts";
import { method } from "./method.ts";

/** oauth.v2.access: the bot token of a person's permission, for its code. */
export const oauthAccess = method({
  token: "none",
  args: z.looseObject({
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
    code: z.string().optional(),
    redirect_uri: z.string().optional(),
    grant_type: z.string().default("authorization_code"),
  }),
  run({ code, redirect_uri, grant_type, ...client }, { workspace }) {
    const { team, enterprise, app } = workspace;
    requireClient(workspace, client);
    if (grant_type !== "authorization_code") throw new SlackRefusal("invalid_grant_type");
    const { user, scopes, isEnterprise } = exchangeCode(workspace, { code, redirectUri: redirect_uri });
    const installed = install(workspace, { scopes, isEnterprise });
    return {
      access_token: installed.botToken,
      token_type: "bot",
      scope: (installed.scopes === "all" ? scopes : installed.scopes).join(","),
      bot_user_id: app.botUserId,
      app_id: app.id,
      team: isEnterprise ? null : { id: team.id, name: team.name },
      enterprise,
      is_enterprise_install: isEnterprise,
      authed_user: { id: user },
    };
  },
});
