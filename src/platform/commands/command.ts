import { z } from "zod";
import type { Role } from "../access/role.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import type { Form, FormValues } from "../forms/form.ts";
import type { Asker, WorkspaceContext } from "../context.ts";
import { nearest } from "../../lib/text.ts";
import type { AuditEntry } from "../audit/log.ts";
import { actions } from "../blocks/button.ts";
import { commandButton } from "../blocks/command-button.ts";
import { section } from "../blocks/text.ts";
import type { Grantee } from "../access/grants.ts";

/** A service's name or id as people type it. */
export const ServiceName = z
  .string()
  .trim()
  .min(1, "Say which service.")
  .max(100, "A service's name has at most 100 characters.");

/** What a command asks before it takes something away. */
interface Question {
  /** In mrkdwn, as in "Remove the role operator of *Sam Rivera*?", with what that leads to. */
  text: string;
  /** What the button says. */
  yes: string;
  /** What the button runs. */
  command: string;
}

/** Asks before something is taken away; the button goes on, and so does typing its command. */
export function askFirst({ text, yes, command }: Question): Reply {
  return reply(text, [section(text), actions([{ ...commandButton(yes, command), style: "danger" }])]);
}

/** A name without the word `yes` behind it, which says that its person is sure; a thing may be called so as well. */
export function sureOf(
  words: string,
  things: readonly { name: string }[],
): { name: string; isSure: boolean } {
  const [, name] = /^(.*\S)\s+yes$/i.exec(words) ?? [];
  const isName = things.some((thing) => thing.name.toLowerCase() === words.toLowerCase());
  return name === undefined || isName ? { name: words, isSure: false } : { name, isSure: true };
}

/** What an admin is told who would not be one any more. */
export const ownRole =
  "You are an admin here by this role alone, and would not be one any more: another admin would have to give it back to you. Admins and owners of this Slack workspace always are admins.";

/** True where the asker is an admin by this grantee's role alone, and would not be one without it. */
export async function losesAdmin(
  { kind, id }: Grantee,
  { access }: WorkspaceContext,
  asker: Asker,
): Promise<boolean> {
  const { reasons } = await access.effectiveRoleOf(asker, { fresh: true });
  const asAdmin = reasons.filter(({ role }) => role === "admin");
  return asAdmin.every(
    (reason) => reason.by === "grant" && reason.grant.kind === kind && reason.grant.id === id,
  );
}

/** A form to open, with what it begins with. */
export interface FormStart {
  opens: Form;
  given: FormValues;
}

/** What a command leads to: something said to the asker alone, or a form opened for them. */
export type Answer = Reply | FormStart;

/** How a command that takes a while keeps its asker informed. */
export interface Responder {
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
  run(args: Args, context: Context, asker: Asker, responder: Responder): Promise<Answer>;
}

/** A command that was read. */
export interface ReadCommand<Context = WorkspaceContext> {
  run(context: Context, asker: Asker, responder: Responder): Promise<Answer>;
  needs: Role;
  /** True for what opens a form. */
  opens: boolean;
  /** The word for what it does, where it does several things. */
  subcommand?: string;
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
          ...subcommandIn(parsed.data),
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
function subcommandIn(args: unknown): { subcommand?: string } {
  return z.object({ subcommand: z.string().regex(/^[a-z][a-z-]*$/) }).safeParse(args).data ?? {};
}

/** Commands about one thing keep its name, or the words that begin with it. */
function aboutIn(args: unknown): { about?: string } {
  const { name, words } =
    z.object({ name: z.string(), words: z.string() }).partial().safeParse(args).data ?? {};
  const about = name ?? words;
  return about === undefined ? {} : { about };
}

/** What is done where no act is named, and what is said where none comes near the one that is. */
interface Otherwise<Action> {
  usual: Action;
  hint: string;
}

/** Reads the text after a command that does several things: the word for one of them, and the rest says how. */
export function subcommandWords<Action extends string>(
  command: string,
  subcommands: Readonly<Record<Action, unknown>>,
  { usual, hint }: Otherwise<NoInfer<Action>>,
) {
  const isSubcommand = (word: string): word is Action => Object.hasOwn(subcommands, word);
  return z.string().transform((text, issues) => {
    const [, word = "", words = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
    const subcommand = word.toLowerCase() || usual;
    if (isSubcommand(subcommand)) return { subcommand, words };
    const near = nearest(subcommand, Object.keys(subcommands));
    const help = near === undefined ? hint : `Did you mean \`${command} ${near}\`?`;
    issues.addIssue({ code: "custom", message: `“${command} ${word}” is not known. ${help}` });
    return z.NEVER;
  });
}

/** What somebody changed with a command, and how it was and is. */
export type Change = Pick<AuditEntry, "action" | "subject" | "before" | "after">;

/** Writes into the audit log what somebody changed. */
export async function recordChange(
  change: Change,
  { audit, now }: Pick<WorkspaceContext, "audit" | "now">,
  { userId, channelId }: Asker,
): Promise<void> {
  await audit.record({ at: now().toISOString(), userId, channelId, ...change, result: "done" });
}
