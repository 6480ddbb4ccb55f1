import type { ConnectionsContext } from "../context.ts";
import { z } from "zod";
import { oneLine } from "../../../lib/text.ts";
import { command } from "../../../platform/commands/command.ts";
import { chooseDefault, renameConnection, rotateKey } from "./change.ts";
import { connectionsReply } from "./list.ts";
import { removeConnection } from "./remove.ts";

const Name = z.string().min(1, "Say which connection: `/db connections` lists them.").max(100);

const Act = z.discriminatedUnion(
  "act",
  [
    z.object({ act: z.literal("list") }),
    z.object({ act: z.literal("default"), name: Name }),
    z.object({
      act: z.literal("rename"),
      name: Name,
      to: z.string().min(1, "Say the new name too, as in `/db connections rename acme to production`."),
    }),
    z.object({ act: z.literal("rotate"), name: Name }),
    z.object({ act: z.literal("remove"), name: Name, again: z.string() }),
  ],
  {
    error:
      "After `connections` comes nothing, `default <name>`, `rename <name> to <new name>`, `rotate <name>` or `remove <name>`.",
  },
);

const Args = z.preprocess((text) => inWords(oneLine(String(text))), Act);

/** The words after `connections`, each in its place; no name has a space in it. */
function inWords(text: string) {
  const [act = "list", name = "", ...rest] = text.split(" ").filter(Boolean);
  const [first = "", second = ""] = rest;
  const to = first.toLowerCase() === "to" && second !== "" ? second : first;
  return { act: act.toLowerCase(), name, to, again: first };
}

/** `/db connections …`: the database clouds and observability servers that the workspace is connected to. */
export const connections = command({
  name: "connections",
  summary: "Lists what this workspace is connected to; chooses the default, renames, rotates or removes one.",
  usage: "[default <name> | rename <name> to <new name> | rotate <name> | remove <name>]",
  examples: [
    "/db connections",
    "/db connections default production",
    "/db connections rename acme to production",
    "/db connections rotate production",
    "/db connections remove acme",
  ],
  details:
    "The default is meant where nobody names a connection. With a new name, everything that names the connection follows. `rotate` gives you a link to the page where its new key is typed. `remove` says first what depends on it, and wants the name twice.",
  args: Args,
  access: ({ act }) => (act === "list" ? "viewer" : "admin"),

  async run(args, context: ConnectionsContext, asker) {
    switch (args.act) {
      case "list":
        return connectionsReply(context);
      case "default":
        return chooseDefault(args.name, context, asker);
      case "rename":
        return renameConnection(args, context, asker);
      case "rotate":
        return rotateKey(args.name, context, asker);
      case "remove":
        return removeConnection(args, context, asker);
    }
  },
});
