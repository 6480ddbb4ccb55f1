import { distance } from "fastest-levenshtein";
import { isRangeWord } from "../../lib/period/spelling.ts";
import { type NameIndex, wordsIn } from "./names.ts";
import type { Phrasebook } from "./phrasebook.ts";
import { abbreviations } from "./vocabulary.ts";
import { kindWords } from "./names.ts";
import { type Word, wordsOf } from "./words.ts";

// A sentence with more unknown words than this is in another language, or about something else.
const mostCorrected = 6;

const abbreviated = new RegExp(
  String.raw`(?<![\w-])(?:${Object.keys(abbreviations).join("|")})(?![\w-])`,
  "gi",
);

/** The sentence with mistyped words corrected, if one known word is clearly near. */
export function correct(
  typed: string,
  phrasebook: Phrasebook,
  names: NameIndex,
): { text: string; corrected: number } {
  let corrected = 0;
  let text = typed
    .replace(/\b(?:teh|hte)\b/gi, "the")
    .replace(/\b(?:adn|nad)\b/gi, "and")
    .replace(/\blst(?= (?:\d|day|week|month|quarter|year|night))/gi, "last");
  text = text.replace(abbreviated, (said) =>
    names.words.has(said.toLowerCase()) ? said : (abbreviations[said.toLowerCase()] ?? said),
  );
  const words = wordsOf(text);
  for (const [at, word] of [...words.entries()].toReversed()) {
    if (corrected >= mostCorrected || isRight(word, phrasebook, names) || isNewName(words, at)) continue;
    const { plain } = word;
    // What stands beside its kind is a name, as in "the hook statuspage".
    const isNamed =
      isNamingKind(words, at - 1) ||
      (isNamingKind(words, at - 2) && !/^(?:of|for|in|on|with|from|at|to)$/.test(words[at - 1]?.plain ?? ""));
    const near =
      nearest(plain, names.dictionary) ??
      nearCompound(plain, names) ??
      (isNamed ? undefined : nearest(plain, phrasebook.dictionary));
    if (near === undefined) continue;
    corrected += 1;
    text = text.slice(0, word.at) + near + text.slice(word.at + word.text.length);
  }
  return { text, corrected };
}

/** A name with a hyphen that has a mistyped part: "paymets-eu". */
function nearCompound(plain: string, names: NameIndex): string | undefined {
  const near = plain.split("-").map((part) => nearest(part, names.dictionary) ?? part);
  return names.find([near.join("-")]).some(({ isWhole }) => isWhole) ? near.join("-") : undefined;
}

/** True for "hook" in "the hook", which a name may follow. */
function isNamingKind(words: readonly Word[], at: number): boolean {
  return isKindWord(words[at]) && /^(?:the|a|an|new|another)$/.test(words[at - 1]?.plain ?? "");
}

function isKindWord(word: Word | undefined): boolean {
  return word !== undefined && Object.values(kindWords).some((kind) => kind.test(word.plain));
}

const naming = /^(?:called|named|name|as|call|create|provision|launch|deploy|up|team|squad)$/;
const between = /^(?:it|that|the|of|is|be)$/;

/** True for a word that names something new, and for the second one of "name it upi recon". */
function isNewName(words: readonly Word[], at: number): boolean {
  return naming.test(wordBefore(words, at)) || /^(?:called|named?)$/.test(wordBefore(words, at - 1));
}

function wordBefore(words: readonly Word[], at: number): string {
  let before = at - 1;
  while (before > at - 4 && between.test(words[before]?.plain ?? "")) before -= 1;
  return words[before]?.plain ?? "";
}

function isRight({ kind, plain, stem }: Word, phrasebook: Phrasebook, names: NameIndex): boolean {
  if (kind !== "word" || plain.length < 3 || !/^[\p{L}'-]+$/u.test(plain)) return true;
  // No English word has a letter three times in a row, but their stems may be known.
  if (/(\p{L})\1\1/u.test(plain)) return false;
  if (phrasebook.isListed({ plain }) || isRangeWord(plain)) return true;
  return phrasebook.isKnown({ plain, stem }) || wordsIn(plain).every((each) => names.words.has(each));
}

function nearest(word: string, dictionary: ReadonlyMap<number, readonly string[]>): string | undefined {
  let best: { known: string; cost: number } | undefined;
  for (let length = word.length - 2; length <= word.length + 2; length += 1) {
    for (const known of dictionary.get(length) ?? []) {
      const cost = costOf(word, known);
      if (cost !== undefined && (!best || cost < best.cost)) best = { known, cost };
    }
  }
  return best?.known;
}

/** How unlikely it is that a word is a known one, mistyped. Undefined if it isn't near. */
function costOf(word: string, known: string): number | undefined {
  const sameStart = word[0] === known[0];
  const more = known.length - word.length;
  let changes = distance(word, known);
  // Letters in the wrong order are one change, and the likeliest mistake.
  const isSwapped = changes === 2 && more === 0 && areSwapped(word, known);
  if (isSwapped) changes = 1;
  const isNear =
    changes === 2
      ? sameStart && word.length > 4 && known.length > 6
      : changes === 1 && (word.length > 4 ? sameStart || isSwapped : sameStart && (more > 0 || isSwapped));
  return isNear ? changes : undefined;
}

function areSwapped(word: string, known: string): boolean {
  let at = 0;
  while (word[at] === known[at]) at += 1;
  return word[at] === known[at + 1] && word[at + 1] === known[at];
}
