import { nearest, truncate } from "../../../../lib/text.ts";
import { timeOfDay } from "../../../../lib/time.ts";
import type { RuleWord } from "./read.ts";
import * as texts from "./texts.ts";
import { daysIn } from "../../routing/rule-time.ts";
import { AppError } from "../../../../lib/errors.ts";

/** True if a part begins here. Both words are in lower case; a quoted one is "". */
type Begins = (word: string, next: string) => boolean;

// In the order of the tests: sure keywords first, then those that need the right next word.
const parts = [
  { name: "title", begins: (word) => word === "title", length: 1 },
  { name: "group", begins: (word) => word === "group", length: 1 },
  { name: "set severity", begins: (word, next) => word === "set" && next === "severity", length: 2 },
  { name: "severity", begins: (word) => word === "severity", length: 1 },
  { name: "mention", begins: (word) => /^mentions?$/.test(word), length: 1 },
  { name: "mute", begins: (word) => /^mutes?d?$/.test(word), length: 1 },
  { name: "between", begins: (word, next) => /^(between|from)$/.test(word) && isTime(next), length: 1 },
  { name: "on", begins: (word, next) => word === "on" && daysIn([next]) !== undefined, length: 1 },
  { name: "at", begins: (word, next) => word === "at" && isTime(next), length: 1 },
  { name: "channel", begins: (word, next) => /^(to|in)$/.test(word) && isChannel(next), length: 1 },
  { name: "channel", begins: isChannel, length: 0 },
] as const satisfies readonly { name: string; begins: Begins; length: 0 | 1 | 2 }[];

/** The parts that a rule may have in words, each at most once. */
type PartName = (typeof parts)[number]["name"];
/** The words of each part, without the keyword that begins it. */
export type RuleParts = ReadonlyMap<PartName, readonly RuleWord[]>;

const fillers: ReadonlySet<string> = new Set(["and", "if", "where", "when", "then", "is", "the", "its"]);
const comparing: ReadonlySet<string> = new Set(["contains", "has", "with", "is", "like", "="]);

/** Splits the words of a rule into its parts, in any order. Fails as user with an example. */
export function partsOfRule(words: readonly RuleWord[]): RuleParts {
  const found = new Map<PartName, RuleWord[]>();
  let rest: readonly RuleWord[] = words;
  let present: RuleWord[] = [];
  const before = present;
  while (rest.length > 0) {
    const part = partAt(rest);
    if (part === undefined) {
      present.push(...rest.slice(0, 1));
      rest = rest.slice(1);
      continue;
    }
    if (found.has(part.name)) throw wrongRule(texts.once(part.name));
    ({ taken: present, left: rest } = splitAfter(part, rest));
    found.set(part.name, present);
  }
  const [unknown] = withoutFillers(before);
  if (unknown) throw notUnderstood(unknown);
  return new Map([...found].map(([name, said]) => [name, withoutFillers(said)]));
}

function partAt([word, next]: readonly RuleWord[]) {
  return parts.find(({ begins }) => begins(plainly(word), plainly(next)));
}

/**
 * Splits the words after a part's keyword into its own first word and the rest. The word after `title` or `group` is
 * always its text, even if it is a keyword.
 */
function splitAfter({ name, length }: (typeof parts)[number], words: readonly RuleWord[]) {
  const isCompared = name === "title" || name === "group";
  const behind = words.slice(isCompared && comparing.has(plainly(words[1])) ? 2 : length);
  const count = isCompared || name === "channel" ? 1 : 0;
  return { taken: behind.slice(0, count), left: behind.slice(count) };
}

function withoutFillers(words: readonly RuleWord[]): RuleWord[] {
  const first = words.findIndex((word) => !fillers.has(plainly(word)));
  const last = words.findLastIndex((word) => !fillers.has(plainly(word)));
  return first === -1 ? [] : words.slice(first, last + 1);
}

/** A word in lower case; "" for a quoted one. */
export function plainly(word: RuleWord | undefined): string {
  return word === undefined || word.isQuoted ? "" : word.text.toLowerCase();
}

function isTime(word: string): boolean {
  const [from = ""] = word.split(/[-–]/);
  return timeOfDay(from) !== undefined;
}

function isChannel(word: string): boolean {
  return /^<?#/.test(word);
}

/** The error for a word that belongs to no part of a rule. */
export function notUnderstood({ text, isQuoted }: RuleWord) {
  const shown = truncate(text, 40);
  if (isQuoted) return wrongRule(texts.titleOrGroup(shown));
  const near = nearest(
    text,
    parts.map(({ name }) => name),
  );
  return wrongRule(texts.notUnderstood(shown, near));
}

/** The error for wrong words of a rule, with an example that works. */
export function wrongRule(sentence: string): AppError {
  return new AppError("user", `${sentence} ${texts.example}`);
}
