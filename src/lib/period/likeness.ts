import { distance } from "fastest-levenshtein";
import { monthNames, monthNumber } from "../day.ts";
import { rangeNames } from "./spans.ts";
import { plainSpelling } from "./spelling.ts";

const beginnings = new Set("last this next current since from between until till to -".split(" "));
const endings = new Set("to until till since from between -".split(" "));
const numericDate = /^\d{1,4}([-/.])\d{1,2}(\1\d{1,4})?$/;

/**
 * True if the words were meant as a range, even if they do not read as one. They are not searched for a service's name.
 */
export function looksLikeRange(text: string): boolean {
  const words = plainSpelling(text).split(" ");
  return (
    beginnings.has(words[0] ?? "") ||
    endings.has(words.at(-1) ?? "") ||
    words.some((word) => numericDate.test(word))
  );
}

/** The part of a text that is one typing mistake away from a range's name: all of it, or its first or last words. */
export function mistypedIn(text: string): string | undefined {
  const words = plainSpelling(text).split(" ");
  const stretches = [words, words.slice(0, 2), words.slice(-2), words.slice(0, 1), words.slice(-1)];
  return stretches.map((some) => some.join(" ")).find((some) => names.some((name) => isSlip(some, name)));
}

const names = [...rangeNames, ...monthNames.map((name) => name.toLowerCase())];
// Shorter names are one letter away from too many service names.
const shortestMistyped = 6;

function isSlip(typed: string, name: string): boolean {
  if (typed === name || name.length < shortestMistyped) return false;
  // A distance takes time by the product of the lengths.
  if (Math.abs(typed.length - name.length) > 1) return false;
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

/** True for a word that may be part of a range. A service's name with it needs quotes. */
export function isRangeWord(word: string): boolean {
  const plain = word.toLowerCase();
  if (id.test(plain)) return false;
  const isName = /^(?![qh]\d)\p{L}[\p{L}\d_-]*$/u.test(plain);
  return !isName || monthNumber(plain) !== undefined || wordsOfRanges.has(plain);
}
