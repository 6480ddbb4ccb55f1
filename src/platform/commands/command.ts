import type { Asked } from "../blocks/command-button.ts";
import type { Reply } from "../blocks/reply.ts";
import type { Form, FormValues } from "../forms/form.ts";
import type { WindowStart } from "../forms/window.ts";
import type { Asker, WorkspaceContext } from "../context.ts";
import type { AuditEntry } from "../audit/log.ts";
import type { AuditAction } from "../audit/phrases.ts";
import { recorder } from "../audit/recorder.ts";
import type { Call } from "./call.ts";
import { readCalls } from "./read-calls.ts";
import type { Entry, EntryArguments, SlotKind } from "./entry.ts";
import { pathOf } from "./paths.ts";

/** A form to open, with its first values. */
export interface FormStart {
  opens: Form;
  given: FormValues;
}

/** A command's answer as people get it: a reply for the asker only, or a form or a window for them. */
export type Shown = Reply | FormStart | WindowStart;

/** What a read found: data for programs, and the answer that is drawn from it for people. */
export interface Found<Drawn extends Shown = Shown> {
  /** Fits the entry's `result`. */
  data(): object | Promise<object>;
  draw(): Drawn | Promise<Drawn>;
}

/** A command's result. */
export type Answer = Shown | Found;

/** How a slow command shows its progress. */
export interface Responder {
  /**
   * Shows progress in the message that the answer replaces later. Quick commands show none, and of many calls few are
   * shown. It never fails.
   */
  progress(reply: Reply): Promise<void>;
}

/** A group of help: what its commands do, in at most eight words, and the buttons that run them. */
export interface HelpGroup {
  line: string;
  /** At most three, each with its text and its command. */
  buttons: readonly (readonly [text: string, command: string | Asked])[];
}

/** A command's part of help. */
export interface CommandFacts {
  name: string;
  /** The command that it belongs to: with "costs", `/db costs budget` and `/db budget` both run it. */
  partOf?: string;
  /** Its word after `partOf`, if that isn't its name. Both work. */
  word?: string;
  /** True if its word means it after `partOf` only, because the word alone is common: "stop". */
  onlyAsPart?: true;
  /** Its group of help, if it begins one. */
  group?: HelpGroup;
  /** The command after which help shows it, if it begins no group and belongs to no command. */
  helpWith?: string;
  /** One sentence, for help. */
  summary: string;
  /** Whole lines that work as they are. */
  examples: readonly [string, ...string[]];
  /** More for `/db help <name>`, in mrkdwn. */
  details?: string;
}

interface CallsDefinition<Context> extends CommandFacts {
  /** What can be asked for with it. */
  calls: readonly [Call<Context>, ...Call<Context>[]];
  /** What to try if a word is none of its calls' and like none of them. */
  hint?: string;
}

/** A parsed command. */
export interface ReadCommand<Context = WorkspaceContext> {
  run(this: void, context: Context, asker: Asker, responder: Responder): Promise<Answer>;
  /** What it calls: its effect, and the role that it takes. */
  entry: Entry;
  /** The arguments of a call. */
  args?: EntryArguments;
  /** True if it only says what is wrong: its words lack something, or have something that can't be read. */
  isMistake?: true;
  /** What runs instead if there is a thing of this kind with this name. */
  orNamed?: { kind: SlotKind; name: string; meant: ReadCommand<Context> };
  /** The subcommand, if it has several. */
  subcommand?: string;
  /** The words that name its subject, as typed. */
  about?: string;
}

/** One subcommand of `/db`. It does not know Bolt, and does not acknowledge. */
export interface Command<Context = WorkspaceContext> extends CommandFacts {
  entries: readonly Entry[];
  /** Reads the text after the name. Returns what to run and the role that it takes, or the problem. */
  read(text: string): ReadCommand<Context> | { problem: string };
}

/** Declares a subcommand of `/db` by its calls. */
export function commandOf<Context = WorkspaceContext>({
  calls,
  hint,
  ...facts
}: CallsDefinition<Context>): Command<Context> {
  const reader = { calls, path: pathOf(facts), hint };
  return { ...facts, entries: calls, read: (text) => readCalls(reader, text) };
}

/** A change by a command, as it was and is. */
export type Change = Pick<AuditEntry, "subject" | "before" | "after"> & { action: AuditAction };

/** Records a person's change in the audit log. Fails in words that say that the change was made nevertheless. */
export async function recordChange(
  { action, ...outcome }: Change,
  context: Pick<WorkspaceContext, "audit" | "now" | "log">,
  { userId, userName, channelId }: Pick<Asker, "userId" | "userName" | "channelId">,
): Promise<void> {
  await recorder({ userId, userName, channelId, action }, context).done(outcome);
}
