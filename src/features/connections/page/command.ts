import type { ConnectionsContext } from "../context.ts";
import { z } from "zod";
import { command } from "../../../platform/commands/command.ts";
import { connectReply } from "./link-reply.ts";

/** `/db connect`: a link to the page where a connection's address and key are typed. */
export const connect = command({
  name: "connect",
  summary:
    "Connects a database cloud or an observability server: gives you a link to the page where its key is typed.",
  usage: "",
  examples: ["/db connect"],
  details:
    "The page opens in your browser, for you alone and for 15 minutes. What you type there goes straight to me and never through Slack; before anything is kept, you can test it.",
  access: "admin",
  args: z.string().trim().max(0, "`/db connect` takes nothing after it: the page asks for the rest."),

  async run(_, context: ConnectionsContext, asker) {
    return connectReply({ act: "new" }, context, asker);
  },
});
