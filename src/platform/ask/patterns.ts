import type { Word } from "./words.ts";
import { stemOf } from "./words.ts";
import { lists } from "./vocabulary.ts";

/** One element of a pattern. */
type Element = { stems: ReadonlySet<string>; isOptional: boolean } | "gap" | { name: string };

/** A pattern of words, compiled. */
export interface Pattern {
  elements: readonly Element[];
  /** The stems that it may begin with; undefined if it begins with a name. */
  first: ReadonlySet<string> | undefined;
}

/** Compiles what a feature's data says: words, `a|b`, `a?`, `*`, `{service}`. Lists such as `$create` become several. */
export function patternsOf(said: string): Pattern[] {
  const [, list = "", rest = ""] = /^\$([a-z]+)(.*)$/.exec(said) ?? [];
  const known = list === "" ? undefined : lists[list];
  if (list !== "" && !known) throw new Error(`There is no list of words called ${list}.`);
  return (known ?? [said]).flatMap((each) => spelledOut(known ? `${each}${rest}` : each)).map(patternOf);
}

/** One text for each alternative of a group: "(a b|c) d" becomes "a b d" and "c d". */
function spelledOut(said: string): string[] {
  const [group, alternatives] = /\(([^()]*)\)/.exec(said) ?? [];
  if (group === undefined || alternatives === undefined) return [said];
  return alternatives.split("|").flatMap((each) =>
    spelledOut(
      said
        .replace(group, () => each)
        .replace(/ {2,}/g, " ")
        .trim(),
    ),
  );
}

function patternOf(said: string): Pattern {
  const elements = said.split(" ").map((part): Element => {
    if (part === "*") return "gap";
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name !== undefined) return { name };
    const isOptional = part.endsWith("?");
    const stems = part
      .replace(/\?$/, "")
      .split("|")
      // As in a sentence, without the ending of "what's".
      .map((word) => (word.startsWith("=") ? word : stemOf(word.replace(/'s$/, ""))));
    return { stems: new Set(stems), isOptional };
  });
  const [first] = elements;
  if (first === undefined || first === "gap") throw new Error(`A pattern begins with a word: ${said}`);
  if ("stems" in first && first.isOptional) throw new Error(`A pattern begins with a sure word: ${said}`);
  return { elements, first: "stems" in first ? first.stems : undefined };
}

/** True for a pattern with a name in it. */
export function hasName({ elements }: Pattern): boolean {
  return elements.some((element) => element !== "gap" && "name" in element);
}

/** The surface words of a pattern, for corrections. */
export function surfaceWords(said: string): string[] {
  const [, list = "", rest = ""] = /^\$([a-z]+)(.*)$/.exec(said) ?? [];
  const all = list === "" ? [said] : (lists[list] ?? []).map((each) => `${each}${rest}`);
  return all
    .flatMap((each) => each.split(/[ |()]/))
    .map((word) => word.replace(/^=|\?$/g, ""))
    .filter((word) => /^[\p{L}]/u.test(word));
}

const longestGap = 8;
const articles = new Set([
  "a",
  "an",
  "the",
  "our",
  "my",
  "your",
  "this",
  "that",
  "these",
  "those",
  "of",
  "for",
  "all",
  "-",
]);

/** Where a name of a kind that begins at a word ends. */
export type NameAt = (kind: string, at: number) => number | undefined;

/** The words that a pattern takes if it fits at a word. Articles between them are skipped. */
export function fitAt(
  { elements }: Pattern,
  words: readonly Word[],
  start: number,
  nameAt: NameAt,
): number[] | undefined {
  return fit(elements, 0, words, start, nameAt, 0);
}

function fit(
  elements: readonly Element[],
  index: number,
  words: readonly Word[],
  at: number,
  nameAt: NameAt,
  gap: number,
): number[] | undefined {
  const element = elements[index];
  if (element === undefined) return [];
  if (element === "gap") {
    // A gap at the end has at least one word.
    if (index === elements.length - 1) return at < words.length ? [] : undefined;
    return fit(elements, index + 1, words, at, nameAt, longestGap);
  }
  const word = words[at];
  if (word === undefined) return optionalEnd(elements, index);
  if ("name" in element) {
    const end = nameAt(element.name, at);
    const rest = end === undefined ? undefined : fit(elements, index + 1, words, end, nameAt, 0);
    if (end !== undefined && rest) return [...run(at, end), ...rest];
  } else if (
    word.kind === "word" &&
    (element.stems.has(word.stem) || element.stems.has(word.plain) || element.stems.has(`=${word.plain}`))
  ) {
    const rest = fit(elements, index + 1, words, at + 1, nameAt, 0);
    if (rest) return [at, ...rest];
  } else if (element.isOptional) {
    const rest = fit(elements, index + 1, words, at, nameAt, gap);
    if (rest) return rest;
  }
  if (gap > 0) return fit(elements, index, words, at + 1, nameAt, gap - 1);
  return index > 0 && articles.has(word.plain) ? fit(elements, index, words, at + 1, nameAt, 0) : undefined;
}

function optionalEnd(elements: readonly Element[], index: number): number[] | undefined {
  const rest = elements.slice(index);
  return rest.every((each) => each !== "gap" && "stems" in each && each.isOptional) ? [] : undefined;
}

function run(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
