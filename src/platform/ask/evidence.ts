import type { Phrasebook, Sense } from "./phrasebook.ts";
import { fitAt, hasName } from "./patterns.ts";
import type { Sentence } from "./sentence.ts";
import { type Word, forms } from "./words.ts";

/** A sign of an entry that is in the sentence, with the words that it takes. */
export interface Evidence {
  sense: Sense;
  at: readonly number[];
  /** True if it has a name in it. */
  isNamed: boolean;
}

/** What speaks for each entry, by its index, and how much each word weighs if a reading leaves it out. */
export interface Findings {
  of(entry: number): readonly Evidence[];
  /** What would, if a word without a meaning were a name. */
  guessedOf(entry: number): readonly Evidence[];
  weights: readonly number[];
  /** What speaks against every reading. */
  impossible: number;
  /** True for a word for what no command does. */
  isForeign(at: number): boolean;
  /** True for a word of a range of days. */
  isDay(at: number): boolean;
  /** True for a word that means nothing here. */
  isUnknown(at: number): boolean;
  /** True if a word is in a question. */
  isAsked(at: number): boolean;
}

const weight = {
  meant: 2,
  foreign: 3,
  impossible: 4,
  unknown: 1.2,
  otherUnknown: 0.3,
  day: 1.2,
  number: 0.8,
  token: 2.5,
  name: 2,
};

/** Looks for the signs of all entries in a sentence. */
export function findingsIn(sentence: Sentence, phrasebook: Phrasebook): Findings {
  const { words, spans } = sentence;
  const nameAt = (kind: string, at: number) => {
    const ends = spans
      .filter((span) => span.kind === kind && span.from === at && !span.isWeak)
      .map(({ to }) => to);
    return ends.length === 0 ? undefined : Math.max(...ends);
  };
  const orStranger = (kind: string, at: number) =>
    nameAt(kind, at) ?? (words[at] && isStranger(words[at], phrasebook) ? at + 1 : undefined);
  const evidence = new Map<number, Evidence[]>();
  const guessed = new Map<number, Evidence[]>();
  const meant = new Set<number>();
  for (const at of words.keys()) {
    const word = words[at];
    if (word?.kind !== "word" && word?.kind !== "token") continue;
    const here = word.kind === "word" ? phrasebook.signsAt(word) : [];
    for (const { pattern, entry, sense } of [...here, ...phrasebook.namedSigns]) {
      const isNamed = hasName(pattern);
      const taken = fitAt(pattern, words, at, nameAt);
      // Any word alone could be a name.
      const possible =
        taken ?? (isNamed && sense !== "hint" ? fitAt(pattern, words, at, orStranger) : undefined);
      if (!possible || (sense === "verb" && isDenied(words, at))) continue;
      if (!taken) {
        guessed.set(entry, [...(guessed.get(entry) ?? []), { sense, at: possible, isNamed }]);
        continue;
      }
      evidence.set(entry, [...(evidence.get(entry) ?? []), { sense, at: taken, isNamed }]);
      if (sense !== "also") for (const each of taken) meant.add(each);
    }
  }
  const impossible = words.filter((_, at) =>
    phrasebook.impossible.some((pattern) => fitAt(pattern, words, at, () => undefined)),
  ).length;
  const inSpan = (kinds: readonly string[], at: number) =>
    spans.some(({ kind, from, to, isWeak }) => kinds.includes(kind) && !isWeak && at >= from && at < to);
  const isLongName = (at: number) =>
    spans.some(
      ({ kind, isSure, from, to }) =>
        names.includes(kind) && isSure && to - from > 1 && at >= from && at < to,
    );
  const isPlaced = (at: number) => spans.some((span) => span.isPlaced && at >= span.from && at < span.to);
  const isCompound = ({ plain }: Word) =>
    plain.includes("-") && plain.split("-").some((part) => phrasebook.isKnown(forms(part)));
  const unknown = new Set<number>();
  const weights = words.map((word, at) => {
    if (word.kind === "token") return weight.token;
    if (inSpan(names, at) && (!phrasebook.isFiller(word) || isLongName(at) || isPlaced(at)))
      return weight.name;
    if (inSpan(["range"], at)) return weight.day;
    if (inSpan(["number", "credits", "minutes", "hours"], at)) return weight.number;
    if (inSpan(["id"], at)) return weight.token;
    if (timeWords.test(word.plain)) return weight.number;
    if (word.plain === "-" || phrasebook.isFiller(word)) return 0;
    if (phrasebook.isForeign(word)) return weight.foreign;
    if (!meant.has(at) && isCompound(word)) return weight.number;
    if (meant.has(at)) return weight.meant;
    if (phrasebook.isFormOfFiller(word)) return 0;
    // One unknown word may change everything. More of them are talk.
    unknown.add(at);
    return unknown.size === 1 ? weight.unknown : weight.otherUnknown;
  });
  return {
    of: (entry) => evidence.get(entry) ?? [],
    guessedOf: (entry) => guessed.get(entry) ?? [],
    weights,
    impossible: impossible * weight.impossible,
    isForeign: (at) => weights[at] === weight.foreign,
    isUnknown: (at) => unknown.has(at),
    isDay: (at) => inSpan(["range"], at),
    isAsked: (at) => isQuestion(sentence, at),
  };
}

/** True for a word that means nothing here. */
function isStranger(word: Word, phrasebook: Phrasebook): boolean {
  return word.kind === "word" && !phrasebook.hasMeaning(word) && !phrasebook.isFiller(word);
}

const names = ["service", "hook", "preset", "dashboard", "connection", "channel", "person", "group", "role"];

// Parts of times that were not understood.
const timeWords = /^(?:ago|before|half|early|mid|late|weekend|quarter|fortnight|decade)$/;

const denial = /^(?:don't|dont|not|never|stop|quit|cease|longer|without|isn't|aren't|doesn't)$/;

/** True for a verb after "don't" and the like. */
function isDenied(words: readonly Word[], at: number): boolean {
  return denial.test(words[at - 1]?.plain ?? "");
}

const questionWords =
  /^(?:which|what|what's|whats|who|who's|whos|where|where's|why|how|did|is|are|do|does|was|were|has|any|anything|anyone|isn't|aren't|didn't)$/;

function isQuestion({ words }: Sentence, at: number): boolean {
  let from = at;
  while (from > 0 && !words[from]?.isFirst) from -= 1;
  const plain = words.slice(from, at + 1).map((word) => word.plain);
  const start = /^(?:and|so|but|or|ok|hey|hi|please)$/.test(plain[0] ?? "") ? 1 : 0;
  // "How do I create one" asks for it.
  if (/^how (?:do|can|could|would|should) (?:i|we|you)\b/.test(plain.slice(start).join(" "))) return false;
  if (
    plain[start] === "have" &&
    /^(?:we|you|they|i|any|there|all|our|the|someone|anyone)$/.test(plain[start + 1] ?? "")
  )
    return true;
  return questionWords.test(plain[start] ?? "") || plain.slice(0, -1).some((word) => asking.test(word));
}

// Anywhere before a verb: "tell me who paused it".
const asking = /^(?:who|what|which|where|why)$/;
