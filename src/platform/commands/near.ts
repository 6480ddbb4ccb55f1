import { distance } from "fastest-levenshtein";
import { AppError } from "../../lib/errors.ts";
import { foldName, formatList, shortList } from "../../lib/text.ts";

// More buttons than these no one compares.
const mostNear = 5;

/** Known names near a typed one, the nearest first. */
interface Near {
  names: readonly string[];
  /** True if they were likely meant. False if they only share a word with it: "kafka prod" isn't "orders prod". */
  isLikely: boolean;
}

/** A name that wasn't found, with the names near it. The command's dispatcher runs or offers these. */
export class NameNotFound extends AppError {
  // Private, so no log shows what was typed: it may be a secret.
  readonly #near: Near & { typed: string };

  constructor(message: string, near: Near & { typed: string }) {
    super("missing", message);
    this.#near = near;
  }

  /** The name as typed, and the known names near it, the nearest first. */
  get near() {
    return this.#near;
  }
}

/**
 * Not found, with the names near it: an AppError of kind `missing`. `message` says what was not found in plain text,
 * and `advice` what to do if no name is near. Names of services, presets and the like go into `names`, all of them, and
 * `has` is what is said before them.
 */
export function notFound({
  typed,
  names,
  message,
  advice = "",
  has = "You have",
}: {
  typed: string;
  names: readonly string[];
  message: string;
  advice?: string;
  has?: string;
}): NameNotFound {
  const near = likeness(typed, names);
  const quoted = near.names.map((name) => `“${name}”`);
  const hint =
    near.names.length > 0 && near.isLikely
      ? `Did you mean ${formatList(quoted, "or")}?`
      : names.length > 0
        ? `${has} ${shortList([...new Set([...near.names, ...names])])}.`
        : "";
  return new NameNotFound([message, hint, advice].filter(Boolean).join(" "), { typed, ...near });
}

/**
 * The names that were most likely meant, the nearest first and five at most: those that hold the beginning of each
 * typed word, else those with small differences, else those that share a word.
 */
export function nearNames(typed: string, names: readonly string[]): readonly string[] {
  return likeness(typed, names).names;
}

function likeness(typed: string, names: readonly string[]): Near {
  const wanted = wordsIn(typed);
  const whole = wanted.join(" ");
  if (whole.length < 2) return { names: [], isLikely: false };
  const known = [...new Set(names)].map((name) => ({
    name,
    words: wordsIn(name),
    changes: changesBetween(whole, wordsIn(name).join(" ")),
  }));
  const tests: ((one: (typeof known)[number]) => boolean)[] = [
    ({ words }) => holdsEach(wanted, words),
    ({ changes }) => changes <= Math.max(1, Math.floor(whole.length / 3)),
    ({ words }) => wanted.some((word) => word.length > 2 && words.includes(word)),
  ];
  for (const [test, isNear] of tests.entries()) {
    const near = known.filter(isNear).toSorted((a, b) => a.changes - b.changes);
    if (near.length > 0)
      return { names: near.slice(0, mostNear).map(({ name }) => name), isLikely: test < tests.length - 1 };
  }
  return { names: [], isLikely: false };
}

/** True if a text holds the beginning of each typed word. */
export function holdsWords(typed: string, text: string): boolean {
  const wanted = wordsIn(typed);
  return wanted.length > 0 && holdsEach(wanted, wordsIn(text));
}

function holdsEach(wanted: readonly string[], words: readonly string[]): boolean {
  return wanted.every((word) => words.some((other) => other.startsWith(word)));
}

/** The word that was most likely meant by another, if one is clearly near. */
export function nearWord(typed: string, words: readonly string[]): string | undefined {
  const word = typed.toLowerCase();
  if (word.length < 3) return undefined;
  const near = words
    .map((known) => ({ known, changes: changesBetween(word, known) }))
    .filter(({ known, changes }) => isNearWord(word, known, changes))
    .toSorted((a, b) => a.changes - b.changes);
  return near[0]?.known;
}

function isNearWord(word: string, known: string, changes: number): boolean {
  if (known.startsWith(word)) return true;
  // Two changes make another word of a short one.
  return changes <= 1 || (changes === 2 && known.length > 4 && word[0] === known[0]);
}

/** The number of letters to change. Two letters in the wrong order count as one. */
function changesBetween(typed: string, known: string): number {
  const changes = distance(typed, known);
  const isSwapped = changes === 2 && typed.length === known.length && sorted(typed) === sorted(known);
  return isSwapped ? 1 : changes;
}

function sorted(text: string): string {
  return text.split("").toSorted().join("");
}

/** Folded words of letters and digits. */
function wordsIn(text: string): string[] {
  return foldName(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
