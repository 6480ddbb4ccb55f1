import { z } from "zod";
import { entry, none, quoted } from "../../../platform/commands/entry.ts";
import { TokenAccess } from "./tokens.ts";
import { asks } from "./asks.ts";

const name = z.string().trim().min(1).max(40);

/** What can be asked for about tokens, by subcommand. */
export const tokenEntries = {
  list: entry({
    asks: asks.list,
    name: "tokens_list",
    title: "Tokens",
    summary: "Lists the tokens of AI assistants and other programs.",
    effect: "read",
    args: none,
    words: () => ["admin tokens"],
  }),
  create: entry({
    asks: asks.create,
    name: "tokens_create",
    title: "Make a token",
    summary: "Makes a token for an AI assistant or another program, and shows it once.",
    effect: "change",
    access: "viewer",
    opens: true,
    args: z.object({
      name: name.optional().describe("Its name, as in laptop"),
      access: TokenAccess.optional().describe("What the program may do. By default it reads"),
    }),
    words: ({ name, access }) => ["admin tokens create", quoted(name), access],
  }),
  revoke: entry({
    asks: asks.revoke,
    name: "tokens_revoke",
    title: "Revoke a token",
    summary: "Ends a token, so its program is refused.",
    effect: "change",
    access: "viewer",
    args: z.object({ token: name.describe("Its name or id") }),
    words: ({ token }) => ["admin tokens revoke", quoted(token)],
  }),
};
