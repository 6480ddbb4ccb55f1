import { z } from "zod";
import type { Role } from "../access/role.ts";
import type { Reply } from "../blocks/reply.ts";
import type { Form, FormValues } from "../forms/form.ts";
import type { Asker, WorkspaceContext } from "../context.ts";

/** A form to open, with what it begins with. */
export interface FormStart {
  opens: Form;
  given: FormValues;
}

/** What a command leads to: something said to the asker alone, or a form opened for them. */
export type Answer = Reply | FormStart;

/** How a command that takes a while keeps its asker informed. */
export interface Telling {
  /**
   * Shows how far it came, in the one message that the answer then replaces. Quick work shows none, and of many
   * few come through; it never fails.
   */
  progress(reply: Reply): Promise<void>;
}

/** What help and the manifest say of a command. */
interface CommandFacts {
  name: string;
  /** One sentence, for help. */
  summary: string;
  /** What follows the name, as in `<service>`; empty for nothing. */
  usage: string;
  /** Full lines that work as they stand. */
  examples: readonly [string, ...string[]];
  /** The command that stands before it in help, if that is not the one before it in its feature. */
  helpAfter?: string;
  /** More for `/db help <name>`, in mrkdwn. */
  details?: string;
}

interface CommandDefinition<Args, Context> extends CommandFacts {
  /** Reads the text after the name; its messages are shown to people. */
  args: z.ZodType<Args>;
  /** Who may do it. */
  access: Role | ((args: Args) => Role);
  /** True for what opens a form: its window opens before it is known who asks. Never without it. */
  opens?: (args: Args) => boolean;
  run(args: Args, context: Context, asker: Asker, telling: Telling): Promise<Answer>;
}

/** A command that was read. */
export interface ReadCommand<Context = WorkspaceContext> {
  run(context: Context, asker: Asker, telling: Telling): Promise<Answer>;
  needs: Role;
  /** True for what opens a form. */
  opens: boolean;
  /** The word for what it does, where it does several things. */
  act?: string;
  /** The words that name what it is about, as they were typed. */
  about?: string;
}

/** One subcommand of `/db`. It neither acknowledges nor knows Bolt. */
export interface Command<Context = WorkspaceContext> extends CommandFacts {
  /** Reads the text after the name: what to run and the role that it takes, or what is wrong with it. */
  read(text: string): ReadCommand<Context> | { problem: string };
}

/** Declares a subcommand: what it takes, and what it does with it. */
export function command<Args, Context = WorkspaceContext>(
  definition: CommandDefinition<Args, Context>,
): Command<Context> {
  const { args, access, opens, name, summary, usage, examples, helpAfter, details } = definition;
  return {
    name,
    summary,
    usage,
    examples,
    helpAfter,
    details,
    read(text) {
      const parsed = args.safeParse(text);
      if (parsed.success) {
        const needs = typeof access === "function" ? access(parsed.data) : access;
        return {
          ...actIn(parsed.data),
          ...aboutIn(parsed.data),
          needs,
          opens: opens?.(parsed.data) ?? false,
          run: (...around) => definition.run(parsed.data, ...around),
        };
      }
      return { problem: parsed.error.issues[0]?.message ?? "That could not be read." };
    },
  };
}

/** Commands that do several things keep the word for it as `act`. */
function actIn(args: unknown): { act?: string } {
  return z.object({ act: z.string().regex(/^[a-z][a-z-]*$/) }).safeParse(args).data ?? {};
}

/** Commands about one thing keep its name, or the words that begin with it. */
function aboutIn(args: unknown): { about?: string } {
  const { name, words } =
    z.object({ name: z.string(), words: z.string() }).partial().safeParse(args).data ?? {};
  const about = name ?? words;
  return about === undefined ? {} : { about };
}
