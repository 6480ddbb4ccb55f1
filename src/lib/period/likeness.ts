import { distance } from "fastest-levenshtein";
import { monthNames, monthNumber } from "../day.ts";
import { rangeNames } from "./spans.ts";
import { plainSpelling } from "./spelling.ts";

const beginnings = new Set([
  "last",
  "this",
  "next",
  "current",
  "since",
  "from",
  "between",
  "until",
  "till",
  "to",
  "-",
]);
const endings = new Set(["to", "until", "till", "since", "from", "between", "-"]);
const numericDate = /^\d{1,4}([-/.])\d{1,2}(\1\d{1,4})?$/;

/** Words that were meant as a range, whether or not they read as one: no service is taken to be called so. */
export function looksLikeRange(text: string): boolean {
  const words = plainSpelling(text).split(" ");
  return (
    beginnings.has(words[0] ?? "") ||
    endings.has(words.at(-1) ?? "") ||
    words.some((word) => numericDate.test(word))
  );
}

/** What of a text is one slip of the finger away from a range's name: all of it, or words where it begins or ends. */
export function mistypedIn(text: string): string | undefined {
  const words = plainSpelling(text).split(" ");
  const stretches = [words, words.slice(0, 2), words.slice(-2), words.slice(0, 1), words.slice(-1)];
  return stretches.map((some) => some.join(" ")).find((some) => names.some((name) => isSlip(some, name)));
}

const names = [...rangeNames, ...monthNames.map((name) => name.toLowerCase())];
// Shorter names are one letter away from too many services' names.
const shortestMistyped = 6;

function isSlip(typed: string, name: string): boolean {
  if (typed === name || name.length < shortestMistyped) return false;
  return distance(typed, name) === 1 || inOrder(typed) === inOrder(name);
}

function inOrder(text: string): string {
  return text.split("").sort().join("");
}

const otherWords =
  "for of in on over during within by all whole the start end beginning now tomorrow past previous prev ago before " +
  "after day days week weeks month months quarter quarters year years monday tuesday wednesday thursday friday " +
  "saturday sunday onwards starting through";
const wordsOfRanges = new Set([...beginnings, ...endings, "today", "yesterday", ...otherWords.split(" ")]);
const id = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** A word that a range may be made of, so that a service's name with it needs quotes. */
export function isRangeWord(word: string): boolean {
  const plain = word.toLowerCase();
  if (id.test(plain)) return false;
  const isName = /^(?![qh]\d)\p{L}[\p{L}\d_-]*$/u.test(plain);
  return !isName || monthNumber(plain) !== undefined || wordsOfRanges.has(plain);
}
