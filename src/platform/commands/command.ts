import type { Asked } from "../blocks/command-button.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Asker } from "../access/asker.ts";
import type { AuditEntry } from "../audit/log.ts";
import type { AuditAction } from "../audit/phrases.ts";
import { recorder } from "../audit/recorder.ts";
import type { Call } from "./call.ts";
import { type ReadCommand, readCalls } from "./read-calls.ts";
import type { Entry } from "./entry.ts";

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

/** The words that run a command, as help shows them: "costs budget". */
export function pathOf({ name, partOf, word = name }: CommandFacts): string {
  return partOf === undefined ? name : `${partOf} ${word}`;
}

/** The words for one command, without what it belongs to. */
export function wordsOf({ name, word }: CommandFacts): string[] {
  return word === undefined ? [name] : [word, name];
}

/** The command at the beginning of a line, by its path or its word alone, and the words after it. */
export function commandAt(
  line: string,
  commands: readonly Command[],
): { command: Command; rest: string } | undefined {
  const [, first = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
  const word = first.toLowerCase();
  const command = commands.find((one) => !one.onlyAsPart && wordsOf(one).includes(word));
  if (!command) return undefined;
  const [, second = "", after = ""] = /^(\S*)\s*([\s\S]*)$/.exec(rest) ?? [];
  const part = commands.find(
    (one) => one.partOf === command.name && wordsOf(one).includes(second.toLowerCase()),
  );
  return part ? { command: part, rest: after } : { command, rest };
}

/** The commands by group: each group's own first, then what belongs to it by name, then what help shows with it. */
export function inHelpOrder(commands: readonly Command[]): Command[] {
  const withParts = (command: Command): Command[] => [
    command,
    ...commands
      .filter(({ partOf }) => partOf === command.name)
      // Not by a language: to load one takes a start 9 ms.
      .toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1)),
  ];
  return commands
    .filter(({ partOf, helpWith }) => partOf === undefined && helpWith === undefined)
    .flatMap((front) => [
      ...withParts(front),
      ...commands.filter(({ helpWith }) => helpWith === front.name).flatMap(withParts),
    ]);
}
