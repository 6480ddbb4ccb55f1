import type { Entry, Slot, SlotKind } from "../commands/entry.ts";
import type { Askable } from "./phrasebook.ts";
import type { Evidence, Findings } from "./evidence.ts";
import type { Name } from "./names.ts";
import type { Choice, Sentence, Span } from "./sentence.ts";
import { stemOf } from "./words.ts";

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

/** A reading of a sentence by one entry, before it is weighed. */
export interface Draft {
  filled: Map<string, Filled>;
  /** Which words it explains. */
  explained: Set<number>;
  evidence: readonly Evidence[];
}

/** A name that a reading needs and the app doesn't know. */
export interface UnknownName {
  name: string;
  /** What it can be. */
  kinds: readonly Name["kind"][];
}

/** A draft of an entry with its score. */
export interface Weighed {
  askable: Askable;
  draft: Draft;
  score: number;
  /** The name that it takes and the app doesn't know. Such a reading can't run. */
  unknown?: UnknownName;
}

const isPlain = (slots: readonly Slot[]) => slots.some((slot) => typeof slot === "string");

/** Fills an entry's arguments from a sentence, and collects what else speaks for it. */
export function draftOf(
  { asks }: Askable,
  sentence: Sentence,
  evidence: readonly Evidence[],
  spans: readonly Span[],
): Draft {
  const filled = new Map<string, Filled>();
  const said = new Set(evidence.filter(({ sense }) => sense !== "also").flatMap(({ at }) => at));
  const usable = spans.filter(({ isWeak, from }) => !isWeak || !said.has(from));
  const taken = new Set<number>();
  const all = Object.entries(asks.slots ?? {}).map(([name, slots]) => [name, [slots].flat()] as const);
  const takenFor = (slot: Slot) =>
    typeof slot === "string" || !slot.isApart
      ? taken
      : new Set([...taken, ...[...filled.values()].flatMap(({ at }) => at)]);
  // Names first, so no part of them is read as something else.
  for (const [name, slots] of [
    ...all.filter(([, each]) => isPlain(each)),
    ...all.filter(([, each]) => !isPlain(each)),
  ]) {
    const value = slots.reduce<Filled | undefined>(
      (found, slot) => found ?? fill(slot, sentence, usable, takenFor(slot)),
      undefined,
    );
    if (!value) continue;
    filled.set(name, value);
    if (value.kind !== undefined) for (const at of value.at) taken.add(at);
  }
  const kept = evidence.filter(({ at, isNamed }) => isNamed || at.some((each) => !taken.has(each)));
  const explained = new Set([
    ...[...filled.values()].flatMap(({ at }) => at),
    ...kept.flatMap(({ at }) => at),
  ]);
  return { filled, explained, evidence: kept };
}

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
  { parts, begin, isOne }: Exclude<Slot, string>,
  sentence: Sentence,
  taken: ReadonlySet<number>,
): Filled | undefined {
  const { words } = sentence;
  const text = withoutNames(sentence, taken);
  const found = parts.flatMap(([pattern, value]) => {
    const match = pattern.exec(text);
    if (!match) return [];
    const [start, end] = [match.index, match.index + match[0].length];
    const at = words.flatMap((word, index) => (word.at < end && word.end > start ? [index] : []));
    return [{ text: value.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? "").trim(), at }];
  });
  const used = isOne ? found.slice(0, 1) : found;
  const texts = used.map((each) => each.text).filter(Boolean);
  if (texts.length === 0) return undefined;
  const value = [begin, ...texts].filter(Boolean).join(" ");
  return { value, shown: value, at: used.flatMap(({ at }) => at), isSure: true };
}

/** The sentence with other letters in place of the names that are taken. Tokens of Slack stay. */
function withoutNames({ text, words }: Sentence, taken: ReadonlySet<number>): string {
  return [...taken].reduce((left, at) => {
    const word = words[at];
    if (!word || word.kind === "token") return left;
    return left.slice(0, word.at) + "~".repeat(word.end - word.at) + left.slice(word.end);
  }, text);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** How much a draft explains of a sentence, between 0 and 1. 0 if it can't mean the entry. */
export function scoreOf(
  { entry, asks, required }: Askable,
  { filled, explained, evidence }: Draft,
  sentence: Sentence,
  findings: Findings,
  { nounIsKnown, verbIsKnown = false }: { nounIsKnown: boolean; verbIsKnown?: boolean },
): number {
  if (required.some((name) => !filled.has(name))) return 0;
  if (asks.oneOf && !asks.oneOf.some((name) => filled.has(name))) return 0;
  const has = (sense: Evidence["sense"]) => evidence.some((each) => each.sense === sense);
  const isHinted = has("hint");
  const isPhrased = has("phrase") || isHinted;
  const hasNoun = has("noun") || nounIsKnown;
  const saysVerb = has("verb") && (entry.effect === "read" || isSaid(evidence, sentence, nounIsKnown));
  const hasVerb = saysVerb || verbIsKnown || (asks.verbs ?? []).length === 0;
  const hasOwnName = [...filled.values()].some(({ kind }) => kind !== undefined && tellingNames.has(kind));
  const needsNoun = (asks.nouns ?? []).length > 0 || (asks.verbs ?? []).length === 0;
  if (!isPhrased && !(hasVerb && (hasNoun || !needsNoun))) {
    // "Pause checkout" needs no noun, because only hooks have that name.
    if (!hasOwnName || !evidence.some((each) => each.sense === "verb" && !isPlural(each, sentence))) return 0;
  }
  const telling = new Set(evidence.filter(({ sense }) => sense !== "also").flatMap(({ at }) => at));
  let [right, wrong] = [0, findings.impossible];
  // A clause that has nothing to do with the rest is talk: "thanks in advance".
  const left = new Map<number, number>();
  // A name in a clause is no more than that: "I broke billing, bring it back".
  const told = new Set([...telling].map((at) => sentence.words[at]?.clause));
  for (const [at, weight] of findings.weights.entries()) {
    // Words that go without saying count if they are what says it: "what's up".
    if (explained.has(at)) {
      right += telling.has(at) ? Math.max(weight, 1) : weight;
      continue;
    }
    // What is shown as it is now needs no days.
    const missed = findings.isDay(at) && !asks.slots?.["range"] ? weight / 3 : weight;
    if (findings.isForeign(at)) {
      wrong += missed;
      continue;
    }
    const clause = sentence.words[at]?.clause ?? 0;
    left.set(clause, (left.get(clause) ?? 0) + missed);
  }
  for (const [clause, missed] of left) wrong += told.has(clause) ? missed : Math.min(missed, mostTalk);
  let score = right === 0 && !nounIsKnown ? 0 : (right || 1) / ((right || 1) + wrong);
  if (!isPhrased && !hasNoun) score *= needsNoun ? 0.93 : 0.97;
  // A name alone says little.
  if (isHinted && !has("phrase") && !has("noun") && !has("verb")) score *= 0.9;
  if ([...filled.values()].some(({ isSure }) => !isSure)) score *= 0.98;
  if ([...filled.values()].some(({ among }) => among)) score *= 0.65;
  if (entry.effect !== "read") {
    const decisive = evidence.filter(
      ({ sense }) => sense === "verb" || sense === "phrase" || sense === "hint",
    );
    if (decisive.length > 0 && decisive.every(({ at }) => findings.isAsked(at[0] ?? 0))) score *= 0.6;
  }
  return score * (1 - 0.03 * sentence.corrected);
}

/** A value of an argument as people read it: an id as Slack's token. */
export function shownOf(kind: SlotKind | undefined, value: string): string {
  if (kind === "person") return `<@${value}>`;
  if (kind === "group") return `<!subteam^${value}>`;
  return kind === "channel" ? `<#${value}>` : value;
}

/**
 * True if a verb asks for a change. A word that is the noun too doesn't: "alert rules", "its mutes".
 */
function isSaid(evidence: readonly Evidence[], sentence: Sentence, nounIsKnown: boolean): boolean {
  const nouns = evidence.filter(({ sense }) => sense === "noun");
  return evidence.some((verb) => {
    if (verb.sense !== "verb") return false;
    if (isPlural(verb, sentence)) return false;
    if (nounIsKnown || nouns.length === 0) return true;
    return (
      nouns.some((noun) => isBeyond(verb, noun)) &&
      !nouns.some((noun) => noun.at.length > verb.at.length && !isBeyond(verb, noun))
    );
  });
}

/** True for a sign with a word that another one hasn't. */
function isBeyond(one: Evidence, other: Evidence): boolean {
  return one.at.some((each) => !other.at.includes(each));
}

/** True for "mutes" and "alerts". What someone or something does is not a request either: "she mutes it". */
function isPlural({ at: [first = 0, ...others] }: Evidence, { words }: Sentence): boolean {
  const word = words[first]?.plain ?? "";
  return others.length === 0 && word.endsWith("s") && word !== stemOf(word) && !asking.test(word);
}

// People ask for things with these: "sam needs access".
const asking =
  /^(?:is|has|gets|needs|wants|goes|becomes|deserves|exceeds|spends|costs|uses|takes|passes|tops|hits|reaches|burns|us|this|always)$|ss$/;

// What a clause without a meaning may speak against a reading.
const mostTalk = 0.5;

// Names of things that few commands are about.
const tellingNames = new Set<string>(["hook", "preset", "dashboard", "connection", "role", "id"]);

const numberWords: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };

/** An argument's value in the type that its entry takes. */
export function typedValue(value: string, type: string | undefined): string | number | boolean {
  if (type === "boolean") return value !== "false";
  if (type !== "number" && type !== "integer") return value;
  return numberWords[value.toLowerCase()] ?? Number(value.replaceAll(",", ""));
}
