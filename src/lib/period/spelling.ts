import { distance } from "fastest-levenshtein";
import { monthNames, monthNumber } from "../day.ts";
import { rangeNames } from "./spans.ts";

const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const year = String.raw`\d{4}`;
const isoDay = String.raw`${year}-\d{1,2}-\d{1,2}`;

// The order matters. Each rule turns many spellings into one.
const spellings: [RegExp, string | ((found: string) => string)][] = [
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/\u2026/g, "..."],
  [/\u2192|[-=]+>/g, " to "],
  [/[\u2018\u2019]/g, "'"],
  [/[,;]/g, " "],
  [/\s+/g, " "],
  [/^ +|[ .!?]+$/g, ""],
  [/(\d)(?:st|nd|rd|th)\b/g, "$1"],
  [/\b(\d{1,2})\. (?=[a-z-])/g, "$1 "],
  [/\b([a-z]{3,4})\.(?= |$)/g, "$1"],
  [/\bthe /g, ""],
  [/^(?:in|on|for|during|over|within) /, ""],
  [/\b(?:past|previous) /g, "last "],
  [new RegExp(String.raw`\b(?:${numbers.join("|")})\b`, "g"), (word) => String(numbers.indexOf(word) + 1)],
  [new RegExp(String.raw`\b(${year})[/.](\d{1,2})[/.](\d{1,2})\b`, "g"), "$1-$2-$3"],
  [/(?<![\d/])(\d{1,2})\/(\d{4})(?![\d/])/g, "$2-$1"],
  [new RegExp(String.raw`\b(${isoDay}) (${isoDay})\b`), "$1 to $2"],
  [
    /^([wmqy])td$/,
    (short) => `${{ w: "week", m: "month", q: "quarter", y: "year" }[short[0] ?? ""]} to date`,
  ],
  [/\bto (?:date|now|present)$/, "to today"],
];

/** The words in one spelling: lower case, single spaces, hyphens, and dates with the year first, as in `2026-10-01`. */
export function plainSpelling(words: string): string {
  let text = words.toLowerCase();
  // The same call twice, because no overload takes either kind of replacement.
  for (const [many, one] of spellings)
    text = typeof one === "string" ? text.replace(many, one) : text.replace(many, one);
  return text;
}

const slashed = String.raw`(?<![\d/])(?<a>\d{1,2})\/(?<b>\d{1,2})(?:\/(?<year>\d{4}|\d{2}))?(?![\d/])`;
const hyphened = String.raw`(?<!\d|\d[-.])(?<a>\d{1,2})-(?<b>\d{1,2})-(?<year>\d{4})(?!\d)`;
const dotted = String.raw`(?<!\d|\d[-.])(?<a>\d{1,2})\.(?<b>\d{1,2})\.(?<year>\d{4})(?!\d)`;

/**
 * The readings of a text with numeric dates (year last or missing), each with the month's name in place of its number:
 * day first, month first, or both if both are possible. None if no such month exists; the text itself if it holds no
 * such date. With dots the day always comes first.
 */
export function readingsOfNumbers(text: string): string[] {
  const undotted = spelled(text, dotted, "dayFirst");
  if (undotted === undefined) return [];
  const readings = (["dayFirst", "monthFirst"] as const).map((order) => {
    const unslashed = spelled(undotted, slashed, order);
    return unslashed === undefined ? undefined : spelled(unslashed, hyphened, order);
  });
  return [...new Set(readings.filter((reading) => reading !== undefined))];
}

/** The text with the dates of one form in words; undefined if one of them has no such month. */
function spelled(text: string, form: string, order: "dayFirst" | "monthFirst"): string | undefined {
  let possible = true;
  const inWords = text.replace(new RegExp(form, "g"), (...match) => {
    // The named groups are the last argument.
    const { a, b, year }: Record<string, string | undefined> = match.at(-1);
    const [day, month] = order === "dayFirst" ? [a, b] : [b, a];
    const name = monthNames[Number(month) - 1];
    possible &&= name !== undefined;
    return [Number(day), name, ...(year === undefined ? [] : [year.padStart(4, "20")])].join(" ");
  });
  return possible ? inWords : undefined;
}

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
