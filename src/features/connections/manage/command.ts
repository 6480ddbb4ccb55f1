import type { ConnectionsContext } from "../context.ts";
import { z } from "zod";
import { connectionName, textOf } from "../../../lib/kinds.ts";
import { formatPrice } from "../../../lib/money.ts";
import { unquoted } from "../../../lib/names.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { row, actions } from "../../../platform/blocks/button.ts";
import { connection } from "../../../platform/commands/arguments.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import type { Found } from "../../../platform/commands/found.ts";
import {
  askToRemove,
  chooseDefault,
  readPrice,
  removeConnection,
  renameConnection,
  rotateKey,
  setPrice,
} from "./change.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import type { ConnectionHealth } from "../health.ts";
import { connectReply } from "../unconnected.ts";
import { defaultNameOf, hostOf } from "../records.ts";
import type { Connection } from "../connection.ts";
import { none } from "../../../platform/commands/entry.ts";
import { written } from "../prices.ts";
import { ConnectionList, type ListedConnections, connectionsData } from "./data.ts";
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
    all.map(async (one) => {
      const { name } = one;
      const key = formatKey(one, await connections.isGiven(name));
      const creditPrice = prices.get(name);
      const facts = [
        `${formatDeployment(one)}.`,
        key,
        formatHealth(healths.get(name)),
        ...(creditPrice ? [texts.price(formatPrice(creditPrice))] : []),
      ];
      return texts.line(name, name === standard, facts);
    }),
  );
  const headline = texts.title(all.length);
  return reply([headline, ...lines, texts.hint].join("\n"), [
    section(headline),
    ...packed(lines),
    smallPrint(texts.hint),
    actions([commandButton(texts.check, { call: "health_check" })]),
  ]);
}

/** A connection's target in mrkdwn, to follow an article. */
export function formatDeployment(one: Connection): string {
  const host = escapeName(hostOf(one));
  return one.kind === "standalone" ? texts.observabilityServer(host) : texts.cloud(host, one.organizationId);
}

function formatKey(one: Connection, isGiven: boolean): string {
  const reference = one.kind === "managed" ? one.keySecretRef : one.tokenRef;
  const [scheme = ""] = reference.split(":");
  return texts.key(one.kind === "managed" ? "key" : "token", scheme, isGiven);
}

/** How a connection worked last, as a sentence. */
export function formatHealth(health: ConnectionHealth | undefined): string {
  return health ? texts.lastUse(health.outcome, slackDate(new Date(health.at))) : texts.notUsed;
}

/** `/db admin connections`. */
const list = call({
  name: "connections_list",
  title: "Connections",
  summary: "Lists the database clouds and observability servers that are connected.",
  effect: "read",
  isTool: true,
  line: ["admin connections", "admin connections list"],
  verb: "list",
  args: none,
  result: ConnectionList,
  asks: { means: ["connection", "connect connection"], around: "list connect", says: ["Connections"] },
  run: async (_, context: ConnectionsContext) => listConnections(context),
});

const missing = { connection: texts.whichConnection };

/** `/db admin connections default production`. */
const choose = call({
  name: "connections_default",
  title: "Choose the default connection",
  summary: "Chooses the connection for new services and costs.",
  effect: "change",
  access: "admin",
  line: "admin connections default {connection}",
  verb: "default",
  missing,
  args: z.object({ connection }),
  asks: {
    means: ["default {connection}", "default connection"],
    around: "connection set",
    says: ["Make {connection} the default connection"],
  },
  run: async (wanted, context: ConnectionsContext, asker) => chooseDefault(wanted.connection, context, asker),
});

/** The last word, after a name. */
const newName: ArgumentKind = {
  slot: {
    isOne: true,
    parts: [
      [/\b(?:in)?to "?([\w][\w.-]{0,99})"?/i, "$1"],
      [
        /\b(?:rename|call|name) (?:the )?(?:connection )?(?:it|\S+) "?([\w][\w.-]{0,99})"?(?: from now on| instead)?\s*$/i,
        "$1",
      ],
      [/\b(?:should|shall|must|will) be (?:called|named) "?([\w][\w.-]{0,99})"?/i, "$1"],
    ],
  },
  usage: ["<new name>"],
  take(words) {
    const [, rest = "", value] = /^(.*?\S)\s+(?:to\s+)?(\S+)$/i.exec(words) ?? [];
    return value === undefined ? undefined : { value: unquoted(value), rest };
  },
  write: String,
};

/** `/db admin connections rename acme to production`. */
const rename = call({
  name: "connections_rename",
  title: "Rename a connection",
  summary: "Gives a connection another name.",
  effect: "change",
  access: "admin",
  line: "admin connections rename {connection} to {to}",
  verb: "rename",
  missing: { ...missing, to: texts.whichNewName },
  args: z.object({
    connection,
    to: argument(newName, textOf(connectionName)).describe("The new name"),
  }),
  asks: {
    means: ["rename {connection}", "change {connection} {to}"],
    around: "connection set",
    says: ["Rename the connection {connection} to {to}"],
  },
  run: async (wanted, context: ConnectionsContext, asker) => renameConnection(wanted, context, asker),
});

/** What a credit costs, behind the name: "0.30 EUR" or "none". */
const priceKind: ArgumentKind = {
  slot: {
    isOne: true,
    parts: [
      [/\b(\d{1,6}(?:\.\d{1,9})?) ?(?:eur|euros?)\b|€ ?(\d{1,6}(?:\.\d{1,9})?)/i, "$1$2 EUR"],
      [/\b(\d{1,6}(?:\.\d{1,9})?) ?(?:usd|dollars?)\b|\$ ?(\d{1,6}(?:\.\d{1,9})?)/i, "$1$2 USD"],
      [/\b(\d{1,6}(?:\.\d{1,9})? (?:GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|INR|BRL))\b/, "$1"],
      [/\b(?:no|without a|(?:remove|delete|drop|forget) the) price\b/i, "none"],
    ],
  },
  usage: ["0.30 EUR", "none"],
  take(words) {
    const [name = "", ...others] = words.split(" ");
    const typed = others.filter((word) => word.toLowerCase() !== "to").join(" ");
    return typed === "" ? undefined : { value: written(readPrice(typed)) ?? "none", rest: name };
  },
  write: String,
};

/** `/db admin connections price production 0.30 EUR`. */
const price = call({
  name: "connections_price",
  title: "Set the price of a credit",
  summary: "Says what a credit of a connection costs, so costs show money too.",
  effect: "change",
  access: "admin",
  line: "admin connections price {connection} {price}",
  verb: "price",
  missing: { ...missing, price: texts.whichPrice },
  args: z.object({
    connection,
    price: argument(
      priceKind,
      z
        .string()
        .regex(/^(?:none|\d{1,6}(?:\.\d{1,9})? [A-Z]{3})$/, "A price looks like 0.30 EUR, or is none."),
    ).describe("What one credit costs, such as 0.30 EUR. none removes the price"),
  }),
  asks: {
    means: ["price {connection} {price}", "price {price}"],
    around: "cost price connection set end delete price give",
    says: ["Set the price of a credit of {connection} to {price}"],
  },
  run: async (wanted, context: ConnectionsContext) => setPrice(wanted, context),
});

/** `/db admin connections rotate production`. */
const rotate = call({
  name: "connections_rotate",
  title: "Rotate a connection's key",
  summary: "Gives you a link to a page that takes a connection's new key.",
  effect: "change",
  access: "admin",
  line: "admin connections rotate {connection}",
  verb: "rotate",
  missing,
  args: z.object({ connection }),
  asks: {
    means: ["rotate key {connection}", "rotate {connection}", "rotate key connection"],
    around: "connection key want give",
    says: ["Rotate the key of {connection}"],
  },
  run: async (wanted, context: ConnectionsContext, asker) => rotateKey(wanted.connection, context, asker),
});

/** `/db admin connections remove acme`. */
const remove = call({
  name: "connections_remove",
  title: "Remove a connection",
  summary: "Removes a connection, once that is confirmed. The question says what needs it.",
  effect: "destroy",
  access: "admin",
  line: "admin connections remove {connection}",
  verb: "remove",
  missing,
  args: z.object({ connection }),
  asks: {
    means: ["delete|disconnect {connection}", "disconnect connection"],
    around: "connection",
    says: ["Remove the connection {connection}"],
  },
  confirm: async (wanted, context: ConnectionsContext) => askToRemove(wanted.connection, context),
  takesNameAgain: true,
  run: async (wanted, context: ConnectionsContext, asker) =>
    removeConnection(wanted.connection, context, asker),
});

/** `/db connections …`: the database clouds and observability servers that the workspace is connected to. */
export const connections = commandOf({
  name: "connections",
  partOf: "admin",
  summary: texts.summary,
  examples: [
    "/db admin connections",
    "/db admin connections default production",
    "/db admin connections rename acme to production",
    "/db admin connections price production 0.30 EUR",
    "/db admin connections rotate production",
    "/db admin connections remove acme",
  ],
  details: texts.details,
  hint: texts.usageError,
  calls: [list, choose, rename, price, rotate, remove],
});

/** The connections in `/db admin`. */
export const connectionsTab: AdminTab<ConnectionsContext> = {
  rank: 3,
  name: "connections",
  label: "Connections",
  access: "viewer",
  async draw({ offer }, context) {
    const { blocks } = await (await listConnections(context)).draw();
    return [...blocks, ...row(offer(texts.connect, { call: "connections_connect" }))];
  },
};
