import { distance } from "fastest-levenshtein";
import { lazily } from "./cache.ts";

const ellipsis = "…";
// Made for the first text that is cut: to make it takes 9 ms, because it loads what is known of languages.
const made = lazily({ visible: () => new Intl.Segmenter("en") });
// White space at an end, several in a row, or any white space that is not a space.
const unlined = /^\s|\s$|\s\s|[^\S ]/;

/** Cuts a text to at most `maxLength` UTF-16 units, ellipsis included, and never inside a visible character. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const room = maxLength - ellipsis.length;
  let end = 0;
  for (const { index, segment } of made.visible.segment(text)) {
    if (index + segment.length > room) break;
    end = index + segment.length;
  }
  return text.slice(0, end).trimEnd() + ellipsis;
}

/** The text with its first letter in upper case. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The text on one line: each run of white space becomes one space. */
export function oneLine(text: string): string {
  // Most texts are on one line, and this test costs a fifth of the replacement.
  if (!unlined.test(text)) return text;
  return text.replace(/\s+/g, " ").trim();
}

/**
 * A name as it is compared: without case, outer spaces and runs of spaces, in one form of accents. No name is an empty
 * one.
 */
export function foldName(name = ""): string {
  return oneLine(name).normalize("NFC").toLowerCase();
}

/** The non-blank lines of a text, trimmed, with their numbers. Blank lines count too. */
export function linesOf(text: string): { line: string; number: number }[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== "");
}

/** A count with its noun, as in "1 backup" and "1,200 backups". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** Messages in a row, each ending as a sentence. */
export function asSentences(messages: readonly string[]): string {
  return messages.map((message) => (/[.?!]$/.test(message) ? message : `${message}.`)).join(" ");
}

/** Items as people say them: "a", "a and b", "a, b and c". */
export function formatList(items: readonly string[], conjunction = "and"): string {
  const last = items.at(-1);
  if (last === undefined) return "";
  const others = items.slice(0, -1);
  return others.length === 0 ? last : `${others.join(", ")} ${conjunction} ${last}`;
}

/** The word that was most likely meant by `word`; undefined if none is near. Case does not matter. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const typed = word.trim().toLowerCase();
  if (typed === "") return undefined;
  const begun = typed.length > 2 ? words.find((known) => known.toLowerCase().startsWith(typed)) : undefined;
  if (begun !== undefined) return begun;
  const ranked = words
    .map((known) => ({ known, changes: distance(typed, known.toLowerCase()) }))
    .filter(({ known, changes }) => changes <= Math.ceil(Math.max(typed.length, known.length) / 3))
    .sort((a, b) => a.changes - b.changes);
  return ranked[0]?.known;
}

// Enough names to know what it is about.
const mostNames = 10;

/** The first names, ten by default, as in "a, b and 3 more". */
export function shortList(names: readonly string[], most = mostNames): string {
  const more = names.length - most;
  return formatList([...names.slice(0, most), ...(more > 0 ? [`${more} more`] : [])]);
}

const units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

/**
 * A size in binary units (1 GiB is 1024 x 1024 x 1024 bytes) with at most one decimal: "45 GiB", "1.5 MiB", "512
 * bytes".
 */
export function humanBytes(sizeInBytes: number): string {
  if (sizeInBytes < 1024) return sizeInBytes === 1 ? "1 byte" : `${Math.round(sizeInBytes)} bytes`;
  let size = sizeInBytes / 1024;
  let unit = 0;
  // A size that would round to 1,024 of a unit is 1 of the next.
  while (toOneDecimal(size) >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${toOneDecimal(size).toLocaleString("en-US")} ${units[unit]}`;
}

function toOneDecimal(size: number): number {
  return Math.round(size * 10) / 10;
}
