import { isAppError } from "../../lib/errors.ts";
import { isRangeWord } from "../../lib/period/likeness.ts";
import { type CostRange, readCostRange } from "../../lib/period/range.ts";
import type { Word } from "./words.ts";

/** A range of days in a sentence. */
export interface RangeSpan {
  from: number;
  to: number;
  /** Words that the commands read as this range. */
  value: string;
  /** Undefined if the words can be two ranges, or one that can't be: the command explains that. */
  range?: CostRange;
}

// The parser takes more words than any range has.
const longestRange = 10;
// Alone, these are other words more often than days.
const notAlone =
  /^(?:may|march|mar|now|sun|sat|mon|day|days|week|month|months|year|all|whole|on|in|\d{1,3})$/;
const lead = /^(?:in|of|for|since|from|last|this|until|during|to|on|and|between)$/;

/** The ranges in the words of a sentence, the longest that are readable. */
export function rangesIn(words: readonly Word[], today: Date, isTaken: (at: number) => boolean): RangeSpan[] {
  const spans: RangeSpan[] = [];
  for (let from = 0; from < words.length; from += 1) {
    const span = rangeAt(words, from, today, isTaken);
    if (!span) continue;
    spans.push(span);
    from = span.to - 1;
  }
  return spans;
}

function rangeAt(
  words: readonly Word[],
  from: number,
  today: Date,
  isTaken: (at: number) => boolean,
): RangeSpan | undefined {
  let to = from;
  const joint = words[from]?.plain === "between" ? "and" : "";
  while (
    to < words.length &&
    to - from < longestRange &&
    (mayBeRange(words[to]) || words[to]?.plain === joint) &&
    !isTaken(to)
  )
    to += 1;
  for (; to > from; to -= 1) {
    const text = words
      .slice(from, to)
      .map(({ plain }) => plain)
      .join(" ");
    const isAlone = to - from === 1 && notAlone.test(text);
    if (isAlone && !/^(?:may|march)$/.test(text)) continue;
    if (isAlone && !lead.test(words[from - 1]?.plain ?? "")) continue;
    const value = trimmed(text);
    const found = readRange(value, today);
    if (found) return { from, to, value, ...found };
  }
  return undefined;
}

/** Without what the parser leaves out, so it stands well in a line. */
function trimmed(text: string): string {
  const bare = text.replace(/^(?:in|on|for|during|over|within) /, "").replace(/^the /, "");
  // "The costs from last week" are not those since then.
  return bare.replace(/^from (?=(?:the )?(?:last|this|yesterday|today)\b)/, "");
}

function mayBeRange(word: Word | undefined): boolean {
  return word !== undefined && word.kind === "word" && (isRangeWord(word.plain) || word.plain === "the");
}

function readRange(text: string, today: Date): { range?: CostRange } | undefined {
  try {
    const range = readCostRange(text, today, true) && readCostRange(text, today);
    return range && { range };
  } catch (error) {
    // Such as one in the future, or two at once. Numbers alone aren't meant as one.
    if (isAppError(error, "user"))
      return /\p{L}|[/.-]/u.test(text) && !/hours?|^\d+ ?[hm]$/.test(text) ? {} : undefined;
    throw error;
  }
}
