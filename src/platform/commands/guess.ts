import type { Command } from "./command.ts";
import { nearWord } from "./near.ts";
import { commandAt, pathOf, wordsOf } from "./paths.ts";

/** What an unknown line most likely means. */
export interface Guess {
  /** The line that was meant, without `/db`. */
  line: string;
  /** Its command alone. */
  path: string;
  /** True if only its command was mistyped, and false if it was read out of a sentence. */
  isTypo: boolean;
}

/** Words that a question has around what it asks for. */
const fillers = new Set(
  "a about an any are been can could did do does e.g get give has have hello help hey hi how i is list many me much my need now of open our please see show tell that the there this to us want was were we what what's whats when where which who would you your for".split(
    " ",
  ),
);

/** Reads an unknown line as one with a mistyped command, or as a sentence about one command. */
export function guessLine(line: string, commands: readonly Command[]): Guess | undefined {
  return withoutTypo(line, commands) ?? fromSentence(line, commands);
}

/** The line with its first word, or the second after a known one, corrected. Words in front come first. */
function withoutTypo(line: string, commands: readonly Command[]): Guess | undefined {
  const [, first = "", rest = ""] = /^\s*(\S+)\s*([\s\S]*)$/.exec(line) ?? [];
  if (fillers.has(first.toLowerCase())) return undefined;
  const front = ["help", ...commands.filter(isInFront).map(({ name }) => name)];
  const word = nearWord(first, front) ?? nearWord(first, commands.flatMap(wordsOf));
  if (word === undefined) return undefined;
  const command = commands.find((one) => wordsOf(one).includes(word));
  const path = command ? pathOf(command) : word;
  return { line: `${path} ${rest}`.trim(), path, isTypo: true };
}

function isInFront({ partOf }: Command): boolean {
  return partOf === undefined;
}

/** A sentence with the word of one command: that command, and the other words that say something. */
function fromSentence(line: string, commands: readonly Command[]): Guess | undefined {
  const words = line
    .replace(/[?!.,]+(?=\s|$)/g, "")
    .split(/\s+/)
    .filter((word) => word !== "" && !fillers.has(word.toLowerCase()));
  const known = words.map((word) => commandOf(word, commands));
  const command = theOne([...new Set(known.filter((one) => one !== undefined))]);
  if (!command) return undefined;
  const rest = words.filter((_, index) => known[index] === undefined);
  const path = pathOf(command);
  return { line: [path, ...rest].join(" "), path, isTypo: false };
}

/** The one command that is meant: "costs budget" and "create a service" name one by two words. */
function theOne(named: readonly Command[]): Command | undefined {
  if (named.length < 2) return named[0];
  const strong = named.filter(({ helpWith }) => helpWith === undefined);
  if (strong.length === 1) return strong[0];
  return strong.find((one) => strong.every((other) => other === one || other.name === one.partOf));
}

function commandOf(typed: string, commands: readonly Command[]): Command | undefined {
  const exact = commandAt(typed, commands)?.command;
  if (exact || typed.length < 4) return exact;
  // In a sentence, words differ from commands by their ending at most: "cost", "backup".
  const word = typed.toLowerCase();
  return commands.find((one) => wordsOf(one).some((known) => known === `${word}s` || word === `${known}s`));
}
