import type { Slot } from "../commands/entry.ts";
import { type Filled, wordsOfMatch } from "./meaning.ts";
import type { Askable } from "./phrasebook.ts";
import type { Sentence, Span } from "./words.ts";

/** Fills a call's arguments from a sentence, before it is known what is asked for. */
export function filledIn(
  { asks }: Askable,
  sentence: Sentence,
  spans: readonly Span[],
  /** The words for what the goal is about. */
  said: ReadonlySet<number>,
): ReadonlyMap<string, Filled> {
  const filled = new Map<string, Filled>();
  const usable = spans.filter(
    ({ isWeak, from }) => !sentence.excluded.has(from) && (!isWeak || !said.has(from)),
  );
  const taken = new Set<number>();
  const all = Object.entries(asks.slots ?? {}).map(([name, slots]) => [name, [slots].flat()] as const);
  const takenFor = (slot: Slot) =>
    typeof slot === "string" || !slot.isApart
      ? taken
      : new Set([...taken, ...[...filled.values()].flatMap(({ at }) => at)]);
  // Names first, so no part of them is read as something else.
  for (const [name, slots] of all.toSorted(([, a], [, b]) => isPlain(b) - isPlain(a))) {
    const values = slots.flatMap((slot) => fill(slot, sentence, usable, takenFor(slot)) ?? []);
    const value = values.find(({ isSure }) => isSure) ?? values[0];
    if (!value) continue;
    filled.set(name, value);
    if (value.kind !== undefined) for (const at of value.at) taken.add(at);
  }
  return filled;
}

const isPlain = (slots: readonly Slot[]) => Number(slots.some((slot) => typeof slot === "string"));

function fill(
  slot: Slot,
  sentence: Sentence,
  spans: readonly Span[],
  taken: ReadonlySet<number>,
): Filled | undefined {
  if (typeof slot !== "string") return partsIn(slot, sentence, taken);
  const free = spans.filter(
    ({ kind, from, to }) => kind === slot && !range(from, to).some((at) => taken.has(at)),
  );
  const [best] = free.toSorted(
    (a, b) => Number(b.isSure) - Number(a.isSure) || b.to - b.from - (a.to - a.from) || a.from - b.from,
  );
  if (!best) return undefined;
  const { value, shown, isSure, among, from, to } = best;
  return { value, shown, isSure, kind: slot, at: range(from, to), ...(among && { among }) };
}

function partsIn(
  { parts, begin, isOne, shows = "{value}" }: Exclude<Slot, string>,
  sentence: Sentence,
  taken: ReadonlySet<number>,
): Filled | undefined {
  const text = withoutNames(sentence, taken);
  const found = parts.flatMap(([pattern, value]) => {
    const match = matchIn(text, pattern);
    return match ? [{ text: filledWith(value, match), at: wordsOfMatch(match, sentence.words) }] : [];
  });
  const used = isOne ? found.slice(0, 1) : found;
  const texts = used.map((each) => each.text).filter(Boolean);
  if (texts.length === 0) return undefined;
  const value = [begin, ...texts].filter(Boolean).join(" ");
  const shown = shows.replace("{value}", () => value);
  return { value, shown, at: used.flatMap(({ at }) => at), isSure: true };
}

// "Events.us-east" is a name, and no region. "Not by service" asks for something else.
const notBehind = /(?:[\p{L}\d][._-]|\bnot )$/iu;

/** The first match that is meant. */
function matchIn(text: string, pattern: RegExp): RegExpExecArray | undefined {
  const isMeant = ({ index }: RegExpExecArray) => !notBehind.test(text.slice(0, index));
  const first = pattern.exec(text);
  if (!first || isMeant(first)) return first ?? undefined;
  return [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].find(isMeant);
}

/** A value with what its pattern found. A list may lack its second part. */
function filledWith(value: string, match: RegExpExecArray): string {
  return value
    .replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? "")
    .trim()
    .replace(/[.,]$/, "");
}

/** The sentence with other letters in place of the names that are taken or excluded. Tokens of Slack stay. */
function withoutNames({ text, words, excluded }: Sentence, taken: ReadonlySet<number>): string {
  return [...taken, ...excluded].reduce((left, at) => {
    const word = words[at];
    if (!word || (word.kind === "token" && !excluded.has(at))) return left;
    return left.slice(0, word.at) + "~".repeat(word.end - word.at) + left.slice(word.end);
  }, text);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
