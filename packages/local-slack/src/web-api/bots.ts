import { z } from "zod";
import { SlackRefusal } from "../refusal.ts";
import { method } from "./method.ts";

/** bots.info: the app's own bot. */
export const botInfo = method({
  scopes: ["users:read"],
  args: z.looseObject({ bot: z.string().optional() }),
  run({ bot }, { workspace: { app } }) {
    if (bot !== app.botId) throw new SlackRefusal("bot_not_found");
    const { botId, botUserId, id, name } = app;
    return { bot: { id: botId, deleted: false, name, app_id: id, user_id: botUserId, icons: {} } };
  },
});
