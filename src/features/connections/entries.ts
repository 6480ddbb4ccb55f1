import { z } from "zod";
import { connection } from "../../platform/commands/arguments.ts";
import { ConnectionList } from "./manage/data.ts";
import { entry, none } from "../../platform/commands/entry.ts";
import { asks, connectAsks, doctorAsks } from "./asks.ts";

/** What can be asked for about connections, by subcommand. */
export const entries = {
  list: entry({
    asks: asks.list,
    name: "connections_list",
    title: "Connections",
    summary: "Lists the database clouds and observability servers that are connected.",
    effect: "read",
    isTool: true,
    args: none,
    words: () => ["admin connections"],
    result: ConnectionList,
  }),
  default: entry({
    asks: asks.default,
    name: "connections_default",
    title: "Choose the default connection",
    summary: "Chooses the connection for new services and costs.",
    effect: "change",
    access: "admin",
    args: z.object({ connection }),
    words: ({ connection }) => ["admin connections default", connection],
  }),
  rename: entry({
    asks: asks.rename,
    name: "connections_rename",
    title: "Rename a connection",
    summary: "Gives a connection another name.",
    effect: "change",
    access: "admin",
    args: z.object({ connection, to: connection.describe("The new name") }),
    words: ({ connection, to }) => ["admin connections rename", connection, "to", to],
  }),
  price: entry({
    asks: asks.price,
    name: "connections_price",
    title: "Set the price of a credit",
    summary: "Says what a credit of a connection costs, so costs show money too.",
    effect: "change",
    access: "admin",
    args: z.object({
      connection,
      price: z
        .string()
        .regex(/^(?:none|\d{1,6}(?:\.\d{1,9})? [A-Z]{3})$/, "A price looks like 0.30 EUR, or is none.")
        .describe("What one credit costs, such as 0.30 EUR. none removes the price"),
    }),
    words: ({ connection, price }) => ["admin connections price", connection, price],
  }),
  rotate: entry({
    asks: asks.rotate,
    name: "connections_rotate",
    title: "Rotate a connection's key",
    summary: "Gives you a link to a page that takes a connection's new key.",
    effect: "change",
    access: "admin",
    args: z.object({ connection }),
    words: ({ connection }) => ["admin connections rotate", connection],
  }),
  remove: entry({
    asks: asks.remove,
    name: "connections_remove",
    title: "Remove a connection",
    summary: "Removes a connection, once that is confirmed. The question says what needs it.",
    effect: "destroy",
    access: "admin",
    args: z.object({ connection }),
    words: ({ connection }) => ["admin connections remove", connection],
  }),
};

export const connectEntry = entry({
  asks: connectAsks,
  name: "connections_connect",
  title: "Connect a database cloud",
  summary: "Gives you a link to a page that connects a database cloud or an observability server.",
  effect: "change",
  access: "admin",
  args: none,
  words: () => ["admin connect"],
});

const Examination = z.object({
  findings: z
    .array(
      z.object({
        area: z.string().describe("What was checked"),
        status: z
          .enum(["right", "wrong", "off", "unknown"])
          .describe("off if something optional isn't there, unknown if it couldn't be checked"),
        says: z.string().describe("In Slack's mrkdwn, with what to do"),
      }),
    )
    .describe("All findings"),
});

export const doctorEntry = entry({
  asks: doctorAsks,
  name: "health_check",
  title: "Health check",
  summary: "Checks Slack, channels, hooks and connections, and says what to fix.",
  effect: "read",
  access: "admin",
  isTool: true,
  args: none,
  words: () => ["admin doctor"],
  result: Examination,
});
