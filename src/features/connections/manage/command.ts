import type { ConnectionsContext } from "../context.ts";
import { z } from "zod";
import { oneLine, plural } from "../../../lib/text.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { row } from "../../../platform/slack/home.ts";
import { command } from "../../../platform/commands/command.ts";
import { chooseDefault, removeConnection, renameConnection, rotateKey } from "./change.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { ConnectionHealth } from "../health.ts";
import { type Connection, defaultNameOf, hostOf } from "../records.ts";

type Context = Pick<ConnectionsContext, "connections" | "connectionHealth">;

/** Lists the connections. Everyone may read it, so of a key it shows only the kind of store. */
async function connectionsReply({ connections, connectionHealth }: Context): Promise<Reply> {
  const all = await connections.list();
  if (all.length === 0)
    return say(
      `Nothing is connected yet. An admin can connect a database cloud with ${code("/db admin connect")}.`,
    );
  const [standard, healths] = await Promise.all([defaultNameOf(connections), connectionHealth.all()]);
  const lines = await Promise.all(
    all.map(async (connection) => {
      const { name } = connection;
      const suffix = name === standard ? " (the default)" : "";
      const key = formatKey(connection, await connections.isGiven(name));
      return `• ${code(name)}${suffix}: ${formatDeployment(connection)}. ${key} ${formatHealth(healths.get(name))}`;
    }),
  );
  const headline = `*${plural(all.length, "connection")}*`;
  return reply([headline, ...lines, hint].join("\n"), [
    section(headline),
    ...packed(lines),
    smallPrint(hint),
    actions([commandButton("Check them now", "admin doctor")]),
  ]);
}

const hint = `Admins can add one (${code("/db admin connect")}) and change them (${code("/db help admin connections")}).`;

/** A connection's target in mrkdwn, to follow an article. */
export function formatDeployment(connection: Connection): string {
  const host = escapeName(hostOf(connection));
  if (connection.kind === "standalone") return `an observability server at ${host}`;
  return `a database cloud at ${host}, organization ${code(connection.organizationId)}`;
}

const locations: Record<string, string> = {
  env: "from an environment variable (`env:`)",
  file: "from a file (`file:`)",
  vault: "from Vault (`vault:`)",
  aws: "from AWS Secrets Manager (`aws:`)",
  gcp: "from Google Cloud Secret Manager (`gcp:`)",
  sealed: "stored encrypted (`sealed:`)",
};

function formatKey(connection: Connection, isGiven: boolean): string {
  const reference = connection.kind === "managed" ? connection.keySecretRef : connection.tokenRef;
  const [scheme = ""] = reference.split(":");
  const location = locations[scheme] ?? "stored elsewhere";
  return `Its ${connection.kind === "managed" ? "key" : "token"} is ${location}.${isGiven ? " Quartermaster's environment sets it up." : ""}`;
}

const outcomes: Record<ConnectionHealth["outcome"], string> = {
  works: "It worked",
  refused: ":warning: The server refused its key",
  away: ":warning: I couldn't reach it",
};

/** How a connection worked last, as a sentence. */
export function formatHealth(health: ConnectionHealth | undefined): string {
  if (!health) return "Not used yet.";
  return `${outcomes[health.outcome]} when last used, ${slackDate(new Date(health.at))}.`;
}

const Name = z.string().min(1, "Which connection? `/db admin connections` lists them.").max(100);

const Action = z.discriminatedUnion(
  "subcommand",
  [
    z.object({ subcommand: z.literal("list") }),
    z.object({ subcommand: z.literal("default"), name: Name }),
    z.object({
      subcommand: z.literal("rename"),
      name: Name,
      to: z.string().min(1, "Add the new name: `/db admin connections rename acme to production`."),
    }),
    z.object({ subcommand: z.literal("rotate"), name: Name }),
    z.object({ subcommand: z.literal("remove"), name: Name, again: z.string() }),
  ],
  {
    error:
      "Use `/db admin connections` alone, or add `default <name>`, `rename <name> to <new name>`, `rotate <name>` or `remove <name>`.",
  },
);

const Args = z.preprocess((text) => splitWords(oneLine(String(text))), Action);

/** Splits the words after `connections`. A connection's name has no spaces. */
function splitWords(text: string) {
  const [subcommand = "list", name = "", ...rest] = text.split(" ").filter(Boolean);
  const [first = "", second = ""] = rest;
  const to = first.toLowerCase() === "to" && second !== "" ? second : first;
  return { subcommand: subcommand.toLowerCase(), name, to, again: first };
}

/** `/db connections …`: the database clouds and observability servers that the workspace is connected to. */
export const connections = command({
  name: "connections",
  partOf: "admin",
  summary: "Lists the connections. Chooses the default, renames, rotates or removes one.",
  usage: "[default <name> | rename <name> to <new name> | rotate <name> | remove <name>]",
  examples: [
    "/db admin connections",
    "/db admin connections default production",
    "/db admin connections rename acme to production",
    "/db admin connections rotate production",
    "/db admin connections remove acme",
  ],
  details:
    "The default is used if you don't name a connection. `rename` updates everything that uses the connection. `rotate` gives you a link to the page for its new key. `remove` shows first what depends on it, and needs the name twice.",
  args: Args,
  access: ({ subcommand }) => (subcommand === "list" ? "viewer" : "admin"),

  async run(args, context: ConnectionsContext, asker) {
    switch (args.subcommand) {
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

/** The connections in `/db admin`. */
export const connectionsTab: AdminTab<ConnectionsContext> = {
  rank: 3,
  name: "connections",
  label: "Connections",
  access: "viewer",
  async draw({ offer }, context) {
    const { blocks } = await connectionsReply(context);
    return [...blocks, ...row(offer("Connect", "admin connect"))];
  },
};
