import type { ConnectionsContext } from "../context.ts";
import { z } from "zod";
import { formatPrice } from "../../../lib/money.ts";
import { oneLine } from "../../../lib/text.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { row, actions } from "../../../platform/blocks/button.ts";
import { type Found, command } from "../../../platform/commands/command.ts";
import { chooseDefault, removeConnection, renameConnection, rotateKey, setPrice } from "./change.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import type { ConnectionHealth } from "../health.ts";
import { connectReply } from "../unconnected.ts";
import { type Connection, defaultNameOf, hostOf } from "../records.ts";
import { listed } from "../../../platform/commands/entry.ts";
import { entries } from "../entries.ts";
import { type ListedConnections, connectionsData } from "./data.ts";
import * as texts from "./texts.ts";

type Context = Pick<ConnectionsContext, "connections" | "connectionHealth" | "creditPrices">;

/** Lists the connections. Everyone may read it, so of a key it shows only the kind of store. */
async function listConnections({
  connections,
  connectionHealth,
  creditPrices,
}: Context): Promise<Found<Reply>> {
  const all = await connections.list();
  if (all.length === 0) return { data: () => ({ connections: [] }), draw: () => connectReply(texts.none) };
  const [standard, healths, prices] = await Promise.all([
    defaultNameOf(connections),
    connectionHealth.all(),
    creditPrices.all(),
  ]);
  const facts = { all, standard, healths, prices };
  return { data: () => connectionsData(facts), draw: () => connectionsReply(facts, connections) };
}

async function connectionsReply(
  { all, standard, healths, prices }: ListedConnections,
  connections: Context["connections"],
): Promise<Reply> {
  const lines = await Promise.all(
    all.map(async (connection) => {
      const { name } = connection;
      const key = formatKey(connection, await connections.isGiven(name));
      const price = prices.get(name);
      const facts = [
        `${formatDeployment(connection)}.`,
        key,
        formatHealth(healths.get(name)),
        ...(price ? [texts.price(formatPrice(price))] : []),
      ];
      return texts.line(name, name === standard, facts);
    }),
  );
  const headline = texts.title(all.length);
  return reply([headline, ...lines, texts.hint].join("\n"), [
    section(headline),
    ...packed(lines),
    smallPrint(texts.hint),
    actions([commandButton(texts.check, "admin doctor")]),
  ]);
}

/** A connection's target in mrkdwn, to follow an article. */
export function formatDeployment(connection: Connection): string {
  const host = escapeName(hostOf(connection));
  if (connection.kind === "standalone") return texts.observabilityServer(host);
  return texts.cloud(host, connection.organizationId);
}

function formatKey(connection: Connection, isGiven: boolean): string {
  const reference = connection.kind === "managed" ? connection.keySecretRef : connection.tokenRef;
  const [scheme = ""] = reference.split(":");
  return texts.key(connection.kind === "managed" ? "key" : "token", scheme, isGiven);
}

/** How a connection worked last, as a sentence. */
export function formatHealth(health: ConnectionHealth | undefined): string {
  return health ? texts.lastUse(health.outcome, slackDate(new Date(health.at))) : texts.notUsed;
}

const Name = z.string().min(1, texts.whichConnection).max(100);

const Action = z.discriminatedUnion(
  "subcommand",
  [
    z.object({ subcommand: z.literal("list") }),
    z.object({ subcommand: z.literal("default"), name: Name }),
    z.object({
      subcommand: z.literal("rename"),
      name: Name,
      to: z.string().min(1, texts.whichNewName),
    }),
    z.object({ subcommand: z.literal("price"), name: Name, price: z.string().min(1, texts.whichPrice) }),
    z.object({ subcommand: z.literal("rotate"), name: Name }),
    z.object({ subcommand: z.literal("remove"), name: Name, again: z.string() }),
  ],
  { error: texts.usageError },
);

const Args = z.preprocess((text) => splitWords(oneLine(String(text))), Action);

/** Splits the words after `connections`. A connection's name has no spaces. */
function splitWords(text: string) {
  const [subcommand = "list", name = "", ...rest] = text.split(" ").filter(Boolean);
  const [first = "", second = ""] = rest;
  const to = first.toLowerCase() === "to" && second !== "" ? second : first;
  const price = rest.filter((word) => word.toLowerCase() !== "to").join(" ");
  return { subcommand: subcommand.toLowerCase(), name, to, again: first, price };
}

/** `/db connections …`: the database clouds and observability servers that the workspace is connected to. */
export const connections = command({
  name: "connections",
  partOf: "admin",
  summary: texts.summary,
  usage:
    "[default <name> | rename <name> to <new name> | price <name> <amount> <currency> | rotate <name> | remove <name>]",
  examples: [
    "/db admin connections",
    "/db admin connections default production",
    "/db admin connections rename acme to production",
    "/db admin connections price production 0.30 EUR",
    "/db admin connections rotate production",
    "/db admin connections remove acme",
  ],
  details: texts.details,
  args: Args,
  entries: listed(entries),
  calls: ({ subcommand }) => entries[subcommand],

  async run(args, context: ConnectionsContext, asker) {
    switch (args.subcommand) {
      case "list":
        return listConnections(context);
      case "default":
        return chooseDefault(args.name, context, asker);
      case "rename":
        return renameConnection(args, context, asker);
      case "price":
        return setPrice(args, context, asker);
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
    const { blocks } = await (await listConnections(context)).draw();
    return [...blocks, ...row(offer(texts.connect, "admin connect"))];
  },
};
