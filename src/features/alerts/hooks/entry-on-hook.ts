import { z } from "zod";
import { hook } from "../../../platform/commands/arguments.ts";
import { type Asks, type Effect, entry, quoted } from "../../../platform/commands/entry.ts";

interface Facts {
  name: string;
  title: string;
  summary: string;
  effect: Effect;
  asks: Asks;
  opens?: true;
  isTool?: true;
  result?: z.ZodObject;
}

/** An entry about one hook, with nothing else to say. */
export const onHook = (subcommand: string, facts: Facts) =>
  entry({
    ...facts,
    args: z.object({ hook }),
    words: ({ hook }) => ["alerts hooks", subcommand, quoted(hook)],
  });

/** An entry about one hook, with the words of its command. */
export const withWords = (subcommand: string, what: string, facts: Facts) =>
  entry({
    ...facts,
    args: z.object({ hook, words: z.string().trim().max(300).optional().describe(what) }),
    words: ({ hook, words }) => ["alerts hooks", subcommand, quoted(hook), words],
  });
