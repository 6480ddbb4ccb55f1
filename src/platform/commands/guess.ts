import type { Command } from "./command.ts";
import { nearWord } from "./near.ts";
import { pathOf, wordsOf } from "./command.ts";

/** What a line with a mistyped command most likely means. */
export interface Guess {
  /** The line that was meant, without `/db`. */
  line: string;
  /** Its command alone. */
  path: string;
}

/** The line with its first word, or the second after a known one, corrected. Words in front come first. */
export function guessLine(line: string, commands: readonly Command[]): Guess | undefined {
  const [, first = "", rest = ""] = /^\s*(\S+)\s*([\s\S]*)$/.exec(line) ?? [];
  const front = ["help", ...commands.filter(isInFront).map(({ name }) => name)];
  const word =
    nearWord(first, front) ??
    nearWord(first, commands.filter(({ onlyAsPart }) => !onlyAsPart).flatMap(wordsOf));
  if (word === undefined) return undefined;
  const command = commands.find((one) => !one.onlyAsPart && wordsOf(one).includes(word));
  const path = command ? pathOf(command) : word;
  return { line: `${path} ${rest}`.trim(), path };
}

function isInFront({ partOf }: Command): boolean {
  return partOf === undefined;
}
