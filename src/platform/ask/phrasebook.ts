import { z } from "zod";
import { type Command, pathOf, wordsOf } from "../commands/command.ts";
import { type Asks, type Entry, entryOf } from "../commands/entry.ts";
import { type Pattern, patternsOf, surfaceWords } from "./patterns.ts";
import { fillers, foreign, impossible, otherLanguages, otherWords } from "./vocabulary.ts";
import { stemOf } from "./words.ts";

/** What a pattern means for its entry. */
export type Sense = "noun" | "verb" | "phrase" | "hint" | "also";

/** A pattern with the entry that it belongs to. */
interface Sign {
  pattern: Pattern;
  entry: number;
  sense: Sense;
}

/** An entry that can be asked for in plain words. */
export interface Askable {
  entry: Entry;
  asks: Asks;
  /** The arguments that it can't do without. */
  required: readonly string[];
  /** The types of its arguments in JSON, by name. */
  types: Readonly<Record<string, string | undefined>>;
  /** Entries of one family are about the same things: "hooks_show" and "hooks_pause". */
  family: string;
}

/** All that can be asked for in plain words, compiled once. */
export interface Phrasebook {
  askable: readonly Askable[];
  /** The signs that may begin with a word of this stem. */
  signsAt(word: { plain: string; stem: string }): readonly Sign[];
  /** Signs that begin with a name. */
  namedSigns: readonly Sign[];
  /** Words that have a meaning somewhere, by their stems. */
  hasMeaning(word: { plain: string; stem: string }): boolean;
  /** True for these, and for common words. */
  isKnown(word: { plain: string; stem: string }): boolean;
  isFiller(word: { plain: string; stem: string }): boolean;
  /** True for another form of one: "wants". */
  isFormOfFiller(word: { plain: string; stem: string }): boolean;
  /** True for words for what no command does. */
  isForeign(word: { stem: string }): boolean;
  /** Signs of what no command does, whatever else is said. */
  impossible: readonly Pattern[];
  /** Words that a mistyped one may be, by length. */
  dictionary: ReadonlyMap<number, readonly string[]>;
}

const rangeWords =
  "today yesterday week weeks month months quarter quarters year years days last this since previous monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays weekday weekdays january february march april june july august september october november december".split(
    " ",
  );

/** Compiles the entries of commands. Those that do not say how people ask for them are left out. */
export function phrasebookOf(commands: readonly Command[]): Phrasebook {
  const entries = [...commands.flatMap((command) => command.entries), helpEntry(commands)];
  const askable = entries.flatMap((entry) => (entry.asks ? [askableOf(entry, entry.asks)] : []));
  const signs = askable.flatMap(({ asks }, index) =>
    (["noun", "verb", "phrase", "hint", "also"] as const).flatMap((sense) =>
      wordsFor(asks, sense).flatMap((said) =>
        patternsOf(said).map((pattern): Sign => ({ pattern, entry: index, sense })),
      ),
    ),
  );
  const byStem = new Map<string, Sign[]>();
  for (const sign of signs)
    for (const stem of sign.pattern.first ?? []) {
      const others = byStem.get(stem);
      if (others) others.push(sign);
      else byStem.set(stem, [sign]);
    }
  const foreignStems = new Set([...foreign, ...otherLanguages].map(stemOf));
  const surface = new Set(askable.flatMap(({ asks }) => allWords(asks)));
  const known = new Set([...surface, ...foreign, ...otherLanguages].map(stemOf));
  const common = new Set([...fillers.split(" "), ...otherWords.split(" ")]);
  const commonStems = new Set([...common].map(stemOf));
  const fillerWords = new Set(fillers.split(" "));
  const fillerStems = new Set([...fillerWords].filter((word) => word.length > 3).map(stemOf));
  return {
    askable,
    signsAt: ({ plain, stem }) => [...(byStem.get(stem) ?? []), ...(byStem.get(`=${plain}`) ?? [])],
    namedSigns: signs.filter(({ pattern }) => pattern.first === undefined),
    hasMeaning: ({ stem }) => known.has(stem),
    isKnown: ({ plain, stem }) =>
      known.has(stem) || common.has(plain) || commonStems.has(stem) || rangeWords.includes(plain),
    isFiller: ({ plain }) => fillerWords.has(plain),
    isFormOfFiller: ({ plain, stem }) => inflected.test(plain) && fillerStems.has(stem),
    isForeign: ({ stem }) => foreignStems.has(stem),
    impossible: impossible.flatMap(patternsOf),
    dictionary: byLength([...rangeWords, ...surface, ...fillerWords]),
  };
}

function askableOf(entry: Entry, asks: Asks): Askable {
  const schema = z.toJSONSchema(entry.args);
  const types = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => [name, typeof each === "object" ? String(each.type) : undefined] as const,
  );
  return {
    entry,
    asks,
    required: schema.required ?? [],
    types: Object.fromEntries(types),
    family: stemOf(entry.name.split("_")[0] ?? entry.name),
  };
}

function wordsFor(asks: Asks, sense: Sense): readonly string[] {
  // Those that say nothing by themselves are alternatives as a whole.
  const also = asks.also?.flatMap((said) => said.split("|"));
  return { noun: asks.nouns, verb: asks.verbs, phrase: asks.phrases, hint: asks.hints, also }[sense] ?? [];
}

function allWords(asks: Asks): string[] {
  return (["noun", "verb", "phrase", "hint", "also"] as const).flatMap((sense) =>
    wordsFor(asks, sense).flatMap(surfaceWords),
  );
}

function byLength(words: readonly string[]): ReadonlyMap<number, string[]> {
  const lists = new Map<number, string[]>();
  // Shorter words are too near to each other.
  for (const word of new Set(words))
    if (word.length >= shortestCorrected) lists.set(word.length, [...(lists.get(word.length) ?? []), word]);
  return lists;
}

// "Wants" goes without saying like "want".
const inflected = /(?:[^s]s|ed|ing)$/;

const shortestCorrected = 4;

/** Help as something to ask for. It isn't a command of its own. */
function helpEntry(commands: readonly Command[]): Entry {
  const topics = commands.flatMap((command) =>
    wordsOf(command).flatMap((word): [RegExp, string][] => [
      [new RegExp(`\\b${word.replace(/s$/, "")}s?\\b`, "i"), pathOf(command)],
    ]),
  );
  return entryOf({
    name: "help",
    title: "Help",
    summary: "Says what can be asked for, or explains one command.",
    effect: "read",
    args: z.object({ topic: z.string().max(100).optional().describe("A command") }),
    write: ({ topic }) => (typeof topic === "string" ? `help ${topic}` : "help"),
    asks: {
      nouns: ["command", ...commands.flatMap(wordsOf)],
      verbs: [
        "explain",
        "teach me|us",
        "guide|docs|documentation|instructions|manual|usage|help on|about|for|to|with",
        "introduction|intro to",
        "what * used for",
        "purpose|point|use of",
        "what does|do * (do|mean)",
        "what is|are a|an",
        "what's|whats a|an",
        "how (to|do|does|can|would|should) (i|we|you|one|) (use|set|create|make|work|read)",
        "how does|do|is|are * work|works|used",
        "meaning of",
        "difference between",
        "tutorial for|on|about",
        "manual for|of",
        "how do|does * work",
        "usage of",
        "help with|on|about",
        "help me understand|use",
      ],
      phrases: [
        "help",
        "what can|could you do",
        "what are you able to",
        "what are you capable of",
        "what else can",
        "how does this work",
        "getting started",
        "what * (app|bot|quartermaster|this|you) good for",
        "new here|to this",
        "get started",
        "what (all|else|) (can|could|do|are) (you|this|the bot|it|quartermaster) (able to|) (do|offer|support|know|understand|good for)",
        "what (commands|features|options) (are|do|can|exist)",
        "which commands",
        "(show|list|see|all) (the|all|) commands",
        "what (is|are) (this|quartermaster|you|the bot)",
        "who are you",
        "need (a|some|) (hand|help)",
        "(don't|dont|no) (know|understand|idea|clue) (what|how|where)",
        "where do i start|begin",
        "(no clue|no idea)",
        "what can i do with you|this|it",
        "what do you do",
        "what are you for",
        "what * can i|we ask|do|say",
        "i'm lost|confused",
        "i am lost|confused",
        "how do|can|could|should|would i|we|one use|call|work",
        "how to use",
        "how do you work",
        "list|show commands",
        "=commands",
      ],
      also: ["mean", "about", "lost|confused|stuck|new here", ...commands.flatMap(wordsOf)],
      slots: { topic: { parts: topics, isOne: true } },
      says: ["Help", " on {topic}"],
    },
  });
}
