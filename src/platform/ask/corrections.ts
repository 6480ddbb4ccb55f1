import { distance } from "fastest-levenshtein";
import { type NameIndex, wordsIn } from "./names.ts";
import type { Phrasebook } from "./phrasebook.ts";
import { type Word, forms, wordsOf } from "./words.ts";

// A sentence with more unknown words than this is in another language, or about something else.
const mostCorrected = 6;

/** The sentence with mistyped words corrected, if one known word is clearly near. */
export function correct(
  typed: string,
  phrasebook: Phrasebook,
  names: NameIndex,
): { text: string; corrected: number } {
  let corrected = 0;
  let text = typed;
  const words = wordsOf(typed);
  for (const [at, word] of [...words.entries()].toReversed()) {
    if (corrected >= mostCorrected || isRight(word, phrasebook, names) || isNewName(words, at)) continue;
    const { plain } = word;
    const near =
      nearest(plain, names.dictionary) ??
      nearest(plain, phrasebook.dictionary) ??
      (partsOf(plain, phrasebook) ?? apart(plain, phrasebook))?.join(" ");
    if (near === undefined) continue;
    corrected += 1;
    text = text.slice(0, word.at) + near + text.slice(word.at + word.text.length);
  }
  return { text, corrected };
}

const naming = /^(?:called|named|name|as|call)$/;
const between = /^(?:it|that|the|of|is|be)$/;

/** True for a word that names something new. */
function isNewName(words: readonly Word[], at: number): boolean {
  let before = at - 1;
  while (before > at - 4 && between.test(words[before]?.plain ?? "")) before -= 1;
  return naming.test(words[before]?.plain ?? "");
}

function isRight({ kind, plain, stem }: Word, phrasebook: Phrasebook, names: NameIndex): boolean {
  if (kind !== "word" || plain.length < 3 || !/^[\p{L}'-]+$/u.test(plain)) return true;
  // No English word has a letter three times in a row, but their stems may be known.
  if (/(\p{L})\1\1/u.test(plain)) return false;
  return phrasebook.isKnown({ plain, stem }) || wordsIn(plain).every((each) => names.words.has(each));
}

function nearest(word: string, dictionary: ReadonlyMap<number, readonly string[]>): string | undefined {
  let best: { known: string; rank: number } | undefined;
  // People seldom mistype the first letter, and leave letters out more often than they add some.
  const rank = (changes: number, known: string) =>
    changes + (known[0] === word[0] ? 0 : 0.5) + (known.length < word.length ? 0.1 : 0);
  for (let length = word.length - 2; length <= word.length + 2; length += 1) {
    for (const known of dictionary.get(length) ?? []) {
      const changes = changesBetween(word, known);
      if (isNear(word, known, changes) && (!best || rank(changes, known) < best.rank))
        best = { known, rank: rank(changes, known) };
    }
  }
  return best?.known;
}

function isNear(word: string, known: string, changes: number): boolean {
  const sameStart = word[0] === known[0];
  if (word.length < 4) return sameStart && changes === 1 && known.length === word.length + 1;
  // Letters in the wrong order are the likeliest mistake.
  const isSwapped =
    changes === 1 && known.length === word.length && sortedLetters(known) === sortedLetters(word);
  if (word.length === 4) return sameStart && changes === 1 && (isSwapped || known.length > 4);
  if (changes === 1) return sameStart || isSwapped;
  return changes === 2 && sameStart && known.length > 6;
}

function sortedLetters(word: string): string {
  return word.split("").toSorted().join("");
}

/** Two letters in the wrong order are one change. */
function changesBetween(word: string, known: string): number {
  const changes = distance(word, known);
  if (changes !== 2 || word.length !== known.length) return changes;
  let at = 0;
  while (word[at] === known[at]) at += 1;
  const isSwapped = word[at] === known[at + 1] && word[at + 1] === known[at];
  return isSwapped ? 1 : changes;
}

const ofCompounds = /^(?:per|re)-|-(?:wise|day|days|like|related|hour|minute|up|off|down)$/;

/** The words of a compound such as "cost-wise", if all are known. */
function partsOf(word: string, phrasebook: Phrasebook): string[] | undefined {
  const parts = word.split("-");
  return parts.length === 2 &&
    ofCompounds.test(word) &&
    parts.every((part) => phrasebook.isKnown(forms(part)))
    ? parts
    : undefined;
}

/** Two known words that were written as one. */
function apart(word: string, phrasebook: Phrasebook): [string, string] | undefined {
  for (let at = 3; at <= word.length - 3; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    if ([first, second].every((each) => phrasebook.hasMeaning(forms(each)))) return [first, second];
  }
  return undefined;
}
