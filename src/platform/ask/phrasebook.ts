import { z } from "zod";
import { type Command, pathOf, wordsOf } from "../commands/command.ts";
import { type Asks, type Entry, entryOf } from "../commands/entry.ts";
import { isRangeWord } from "../../lib/period/spelling.ts";
import { isNameKind, kindWords } from "./names.ts";
import { actions, qualifiers, things } from "./groups.ts";
import { type Examples, type Likeness, likenessOf } from "./examples.ts";
import { fillers, foreign, otherLanguages, otherWords } from "./vocabulary.ts";
import { type Word, forms, stemOf, wordsOf as wordsIn } from "./words.ts";

/** What a goal needs: a word of one of these groups, or one of these arguments. */
export type Need = { groups: readonly string[] } | { slots: readonly string[] };

/** One way to ask for a call. */
export interface Goal {
  needs: readonly Need[];
  /** Groups that may stand around it. */
  around: ReadonlySet<string>;
}

/** A call that can be asked for in plain words. */
export interface Askable {
  entry: Entry;
  asks: Asks;
  goals: readonly Goal[];
  /** The arguments that it can't do without. */
  required: readonly string[];
  /** The types of its arguments in JSON, by name. */
  types: Readonly<Record<string, string | undefined>>;
  /** Calls of one family are about the same things: "hooks_show" and "hooks_pause". */
  family: string;
}

/** Words of a group in a sentence. */
export interface Hit {
  group: string;
  at: readonly number[];
}

type Forms = Pick<Word, "plain" | "stem">;

/** All that can be asked for in plain words, compiled once. */
export interface Phrasebook {
  askable: readonly Askable[];
  /** The words of groups in a sentence, also where they overlap. */
  hitsIn(words: readonly Word[]): readonly Hit[];
  /** True for a word of a group. */
  hasMeaning(word: Forms): boolean;
  /** True for these, and for common words. */
  isKnown(word: Forms): boolean;
  /** True for a word that stands in the vocabulary just so. */
  isListed(word: Pick<Forms, "plain">): boolean;
  isFiller(word: Forms): boolean;
  /** True for another form of one: "wants". */
  isFormOfFiller(word: Forms): boolean;
  /** True for words for what no command does. */
  isForeign(word: Forms): boolean;
  /** Words that a mistyped one may be, by length. */
  dictionary: ReadonlyMap<number, readonly string[]>;
  /** The calls that people ask for with words like these. */
  likeness(example: string): Likeness;
}

/** Some words in a row, with up to four others before the ones behind a gap. */
interface Phrase {
  group: string;
  parts: readonly { stem: string; isGap: boolean }[];
}

const longestGap = 4;
const particles = /^(?:on|off|up|down|out|away|back|over)$/;
const groups: Readonly<Record<string, string>> = { ...actions, ...things, ...qualifiers };
const isAction = (group: string) => group in actions;

/** True if a need is for what to do. */
export function asksForAction(need: Need): boolean {
  return "groups" in need && need.groups.every(isAction);
}

/** Compiles the calls of commands. Those that do not say how people ask for them are left out. */
export function phrasebookOf(commands: readonly Command[], examples: Examples = {}): Phrasebook {
  const entries = [...commands.flatMap((command) => command.entries), helpEntry(commands)];
  const askable = entries.flatMap((entry) => (entry.asks ? [askableOf(entry, entry.asks)] : []));
  const own = askable.flatMap(({ goals }) =>
    goals.flatMap(({ needs }) =>
      needs.flatMap((need) => ("groups" in need ? need.groups.filter((each) => each.startsWith("=")) : [])),
    ),
  );
  const words = [...Object.entries(groups), ...own.map((each) => [each, each.slice(1)] as const)];
  const byStem = Map.groupBy(
    words.flatMap(([group, said]) => said.split(/\s+/).map((each) => phraseOf(group, each))),
    ({ parts: [first] }) => first?.stem ?? "",
  );
  const surface = words.flatMap(([, said]) => said.split(/[\s_~=]+/));
  const known = new Set([...surface, ...foreign, ...otherLanguages].map(stemOf));
  // Parts of phrases alone mean nothing.
  const meant = new Set(
    [...byStem].flatMap(([stem, phrases]) => (phrases.some(({ parts }) => parts.length === 1) ? [stem] : [])),
  );
  const foreignStems = new Set([...foreign, ...otherLanguages].map(stemOf));
  const common = new Set([...fillers.split(" "), ...otherWords.split(" ")]);
  const commonStems = new Set([...common].map(stemOf));
  const fillerWords = new Set(fillers.split(" "));
  const fillerStems = new Set([...fillerWords].filter((word) => word.length > 3).map(stemOf));
  const has = ({ plain, stem }: Forms) => meant.has(stem) || meant.has(`=${plain}`);
  const asked = entries.flatMap(({ asks }) => asks?.words ?? []);
  const listed = new Set([...surface, ...rangeWords, ...fillerWords, ...asked]);
  return {
    askable,
    hitsIn: (words) =>
      words.flatMap((word, at) =>
        word.kind === "word"
          ? [...(byStem.get(word.stem) ?? []), ...(byStem.get(`=${word.plain}`) ?? [])].flatMap((phrase) => {
              const taken = fitAt(phrase, words, at);
              return taken ? [{ group: phrase.group, at: taken }] : [];
            })
          : [],
      ),
    hasMeaning: has,
    isKnown: ({ plain, stem }) =>
      known.has(stem) || common.has(plain) || commonStems.has(stem) || rangeWords.has(plain),
    isFiller: ({ plain }) => fillerWords.has(plain),
    isFormOfFiller: ({ plain, stem }) => inflected.test(plain) && fillerStems.has(stem),
    isForeign: (word) => foreignStems.has(word.stem) && !has(word),
    isListed: ({ plain }) => listed.has(plain),
    dictionary: byLength(listed),
    likeness: likenessOf({
      ...examples,
      ...Object.fromEntries(askable.map((each) => described(each, examples))),
    }),
  };
}

/** The examples of a call. Its title and its summary are two of them. */
function described({ entry }: Askable, examples: Examples): [call: string, examples: string[]] {
  const own = [entry.title, entry.summary].map((text) =>
    wordsIn(text)
      .map(({ plain }) => plain)
      .join(" "),
  );
  return [entry.name, [...(examples[entry.name] ?? []), ...own]];
}

function phraseOf(group: string, said: string): Phrase {
  const parts = said.split(/(?=[_~])/).map((part) => {
    const word = part.replace(/^[_~]/, "");
    return { stem: word.startsWith("=") ? word : stemOf(word), isGap: part.startsWith("~") };
  });
  return { group, parts };
}

function fitAt({ parts }: Phrase, words: readonly Word[], start: number): number[] | undefined {
  const taken = [start];
  for (const { stem, isGap } of parts.slice(1)) {
    const from = (taken.at(-1) ?? start) + 1;
    const to = isGap ? from + longestGap : from;
    let at = from;
    // "Turn off the watch on billing" turns nothing on.
    while (at <= to && !isStem(words[at], stem) && !particles.test(words[at]?.plain ?? "")) at += 1;
    // Articles go without saying.
    const isOver =
      at > to && (isGap || !/^(?:a|an|the|it|them|that|my|our|any|your)$/.test(words[from]?.plain ?? ""));
    if (isOver || !isStem(words[at], stem)) return undefined;
    taken.push(at);
  }
  return taken;
}

function isStem(word: Word | undefined, stem: string): boolean {
  return word?.kind === "word" && (word.stem === stem || `=${word.plain}` === stem);
}

function goalOf(said: string, around: readonly string[]): Goal {
  const needs = said.split(" ").map((part): Need => {
    const [, slots] = /^\{([\w|]+)\}$/.exec(part) ?? [];
    return slots === undefined ? { groups: part.split("|") } : { slots: slots.split("|") };
  });
  for (const group of [...needs.flatMap((need) => ("groups" in need ? need.groups : [])), ...around])
    if (!(group in groups || group.startsWith("=")))
      throw new Error(`There is no group of words called ${group}.`);
  return { needs, around: new Set(around) };
}

function askableOf(entry: Entry, asks: Asks): Askable {
  const schema = z.toJSONSchema(entry.args);
  const types = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => [name, typeof each === "object" ? String(each.type) : undefined] as const,
  );
  // A service may be called one: "the service billing".
  const kinds = Object.values(asks.slots ?? {})
    .flat()
    .flatMap((slot) => (typeof slot === "string" && slot in groups && isNameKind(slot) ? [slot] : []));
  const around = [...kinds, ...(asks.around ?? "").split(" ").filter(Boolean)];
  return {
    entry,
    asks,
    goals: (asks.means ?? []).map((each) => goalOf(each, around)),
    required: schema.required ?? [],
    types: Object.fromEntries(types),
    family: stemOf(entry.name.split("_")[0] ?? entry.name),
  };
}

// "Pre-launch" and "semi-annual" are words.
const prefix = /^(?:re|pre|non|mid|co|un|multi|semi|cross|over|under|post|anti|ex|sub|self|half|e)-/;

/** True for a text in quotes, and for a word with a hyphen, a dot or a digit that has a part that isn't a word. */
export function isShaped({ kind, plain }: Word, phrasebook: Phrasebook): boolean {
  if (kind === "quoted") return true;
  if (
    kind !== "word" ||
    prefix.test(plain) ||
    plain.endsWith("-ing") ||
    !/^\p{L}{2,}.*[-._\d]/u.test(plain) ||
    plain.includes("://")
  )
    return false;
  const parts = plain.split(/[-._\d]+/).filter((part) => /\p{L}{2}/u.test(part));
  const isWords = parts.every((part) => phrasebook.isKnown(forms(part)));
  // "Clickhouse-7" and "customers-db" are names, and "top-5" isn't.
  const [first = ""] = parts;
  const isOfService = parts.length === 2 && kindWords.service.test(parts[1] ?? "");
  const isNumbered = /^\p{L}+[-_]\d+$/u.test(plain) && phrasebook.hasMeaning(forms(first));
  const isElsewhere = /^\p{L}{3,}[-_](?:us|eu|uk|de|fr|in|ca|jp|au|sg)$/u.test(plain);
  if ((isOfService || isNumbered || isElsewhere) && !phrasebook.isFiller(forms(first)) && !isRangeWord(first))
    return true;
  // "Order-store" is a name, and "month-to-date" isn't.
  return (
    !isWords ||
    (parts.length > 1 &&
      !phrasebook.hasMeaning(forms(plain)) &&
      !parts.some((part) => phrasebook.isFiller(forms(part)) || isRangeWord(part)))
  );
}

const rangeWords = new Set(
  "today yesterday week weeks month months quarter quarters year years days last this since previous monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays weekday weekdays january february march april june july august september october november december".split(
    " ",
  ),
);

function byLength(words: ReadonlySet<string>): ReadonlyMap<number, string[]> {
  const lists = new Map<number, string[]>();
  // Shorter words are too near to each other.
  for (const word of words)
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
      means: ["explain {topic}", "command"],
      around: "explain command",
      slots: { topic: { parts: topics, isOne: true } },
      says: ["Help", " on {topic}"],
    },
  });
}
