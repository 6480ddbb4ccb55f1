import type { Entry, EntryArguments, SlotKind } from "../commands/entry.ts";
import type { ReadCommandLine } from "../commands/read.ts";
import type { Before } from "./conversations.ts";
import type { Name, NameIndex } from "./names.ts";
import type { Askable, Goal, Hit, Need, Phrasebook } from "./phrasebook.ts";
import { numberWords } from "./ranges.ts";
import type { Choice, Word } from "./words.ts";

/** Something that a sentence may mean. */
export interface Meaning {
  entry: Entry;
  args: Readonly<Record<string, string | number | boolean>>;
  /** The command line that does it, without `/db`. */
  line: string;
  /** Between 0 and 1: how much of the sentence it explains. */
  score: number;
  /** How people read each argument, by its name. */
  shown: Readonly<Record<string, string>>;
  /** True if the sentence itself has words for it, and it is more than a follow-up. */
  isOwn: boolean;
  /** What each argument that is a name, an id or the like is. */
  kinds: Readonly<Record<string, SlotKind>>;
}

/** What reading a sentence needs. */
export interface Reading {
  phrasebook: Phrasebook;
  names: NameIndex;
  today: Date;
  before?: Before | undefined;
  readCommand: ReadCommandLine;
}

/** What a sentence means. */
export interface Understood {
  /** The likeliest first. None if it is about something else. */
  meanings: readonly Meaning[];
  /** True if the first one is clearly meant. */
  isClear: boolean;
  /** The words with a meaning of their own that the first one uses for nothing. */
  leftOut?: readonly string[];
  /** A name in it that isn't known. Nothing runs without it: the meanings are what else there is. */
  unknown?: UnknownName;
  /** True for what tries to talk to a model, or to be more than its person. */
  isAttempt?: true;
  /** True if it only says what not to do. */
  isDenied?: true;
  /** The kind of thing that it says what to do with, and not which one. */
  lacks?: Name["kind"];
  /** What it wants besides. */
  next?: Understood;
}

/** A value that was found for an argument. */
export interface Filled {
  value: string;
  shown: string;
  kind?: SlotKind;
  /** The words that it takes. */
  at: readonly number[];
  isSure: boolean;
  among?: readonly Choice[];
}

/** A reading of a sentence as one call, before it is weighed. */
export interface Draft {
  filled: ReadonlyMap<string, Filled>;
  /** Which words it explains. */
  explained: ReadonlySet<number>;
  /** The words that say what is meant. */
  said: readonly Hit[];
  /** How many needs are not met. */
  lacking: number;
  /** How many needs what was said before meets. */
  assumed: number;
  goal: Goal;
  /** True for a word of a name that was said in full. */
  isName(this: void, at: number): boolean;
}

/** A name that a reading needs and the app doesn't know. */
export interface UnknownName {
  name: string;
  /** What it can be. */
  kinds: readonly Name["kind"][];
}

/** A draft of a call with its score. */
export interface Weighed {
  askable: Askable;
  draft: Draft;
  score: number;
  /** The name that it takes and the app doesn't know. Such a reading can't run. */
  unknown?: UnknownName;
}

/** What was said before meets these needs. */
export type Assumes = (need: Need) => boolean;

/** True for a call that opens a form for something new. */
export function makesNew({ asks }: Entry): boolean {
  return asks?.creates !== undefined;
}

/** A value of an argument as people read it: an id as Slack's token. */
export function shownOf(kind: string | undefined, value: string): string {
  if (kind === "person") return `<@${value}>`;
  if (kind === "group") return `<!subteam^${value}>`;
  return kind === "channel" ? `<#${value}>` : value;
}

/** An argument's value in the type that its call takes. */
export function typedValue(value: string, type: string | undefined): string | number | boolean {
  if (type === "boolean") return value !== "false";
  if (type !== "number" && type !== "integer") return value;
  const number = numberWords.indexOf(value.toLowerCase());
  return number < 0 ? Number(value.replaceAll(",", "")) : number;
}

/** What an argument of a call may be in a sentence, the likeliest first. */
export function kindsOf({ asks }: Pick<Entry, "asks">, name: string): SlotKind[] {
  return [asks?.slots?.[name] ?? []].flat().filter((slot) => typeof slot === "string");
}

/** The arguments that are a text, a number, or true or false. */
export function plainArguments(args: EntryArguments): Meaning["args"] {
  const plain = Object.entries(args).flatMap(([name, value]) => {
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return isPlain ? [[name, value] as const] : [];
  });
  return Object.fromEntries(plain);
}

/** The words that a match has a part of. */
export function wordsOfMatch(match: RegExpExecArray | null, words: readonly Word[]): number[] {
  if (!match) return [];
  const end = match.index + match[0].length;
  return words.flatMap((word, at) => (word.at < end && word.end > match.index ? [at] : []));
}
