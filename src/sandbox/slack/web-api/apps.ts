import { z } from "zod";
import { method } from "./method.ts";

/** apps.connections.open: an address for one Socket Mode connection. */
export const openConnection = method({
  token: "app",
  args: z.looseObject({}),
  run: (_args, { link }) => ({ url: link.sockets.issueUrl() }),
});
