import { z } from "zod";
import { requireClient } from "../oauth/client.ts";
import { uninstall } from "../uninstall.ts";
import { method } from "./method.ts";

/** apps.connections.open: an address for one Socket Mode connection. */
export const openConnection = method({
  token: "app",
  args: z.looseObject({}),
  run: (_args, { link }) => ({ url: link.sockets.issueUrl() }),
});

/** apps.uninstall: removes the app from the team, at its own request. */
export const uninstallApp = method({
  args: z.object({ client_id: z.string(), client_secret: z.string() }),
  run(client, slack) {
    requireClient(slack.workspace, client);
    uninstall(slack, "uninstalled");
    return {};
  },
});
