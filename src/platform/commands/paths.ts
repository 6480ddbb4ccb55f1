import type { Command, CommandFacts } from "./command.ts";

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
      .toSorted((a, b) => pathOf(a).localeCompare(pathOf(b), "en")),
  ];
  return commands
    .filter(({ partOf, helpWith }) => partOf === undefined && helpWith === undefined)
    .flatMap((front) => [
      ...withParts(front),
      ...commands.filter(({ helpWith }) => helpWith === front.name).flatMap(withParts),
    ]);
}
