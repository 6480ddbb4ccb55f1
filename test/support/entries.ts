import type { Command } from "../../src/platform/commands/command.ts";
import type { ReadCommand } from "../../src/platform/commands/read-calls.ts";
import { type Entry, entryOf, none } from "../../src/platform/commands/entry.ts";

type Facts = Partial<Pick<Parameters<typeof entryOf>[0], "opens" | "shares">>;

const simple = { name: "test_entry", title: "A test", summary: "For tests.", args: none, write: () => "" };

/** An entry that reads, for commands of tests. */
export const reads = (facts: Facts = {}) => entryOf({ ...simple, effect: "read", ...facts });

/** An entry that changes something. */
export const changes = (facts: Facts = {}) => entryOf({ ...simple, effect: "change", ...facts });

type Run = ReadCommand["run"];

/** A command that takes any words. */
export function command({
  entry,
  run,
  ...facts
}: Omit<Command, "entries" | "read"> & {
  entry: Entry;
  run(this: void, words: string, ...around: Parameters<Run>): ReturnType<Run>;
}): Command {
  const read = (words: string) => ({ entry, run: (...around: Parameters<Run>) => run(words, ...around) });
  return { ...facts, entries: [entry], read };
}
