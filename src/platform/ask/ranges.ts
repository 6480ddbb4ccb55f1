import { addDays, monthNames, startOf, utcDay } from "../../lib/day.ts";
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

const counts: Readonly<Record<string, string>> = { first: "1", second: "2", third: "3", fourth: "4" };
const numberWords = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const months = monthNames.join("|");

/** The sentence with days in the words that the parser of ranges knows. */
export function spelledRanges(sentence: string, today: Date): string {
  const day = utcDay(today);
  const saturday = addDays(startOf("week", day), -2);
  const weekend = `${saturday} to ${addDays(saturday, 1)}`;
  const dayOfMonth = Number(day.slice(8));
  const monthOf = (number: string) => {
    const month = Number(day.slice(5, 7)) - (Number(number) > dayOfMonth ? 1 : 0);
    return monthNames[(month + 11) % 12] ?? "";
  };
  return sentence
    .replace(/\b(yesterday|today)'?s\b/gi, "$1")
    .replace(/\bthis past (?=day|week|month|quarter|year)/gi, "last ")
    .replace(/\b(year|quarter|month|week) to date\b/gi, "this $1")
    .replace(/\btil\b/gi, "till")
    .replace(/\bthru\b/gi, "through")
    .replace(
      new RegExp(
        `\\b(last|past|previous) (${numberWords.join("|")}) (?=days|weeks|months|quarters|years)`,
        "gi",
      ),
      (_, which: string, number: string) => `${which} ${numberWords.indexOf(number.toLowerCase()) + 1} `,
    )
    .replace(/\b(?:last|past|previous|the) fortnight\b/gi, "last 14 days")
    .replace(/\b(last|past|previous) (?:couple of|couple) (?=days|weeks|months)/gi, "last 2 ")
    .replace(/\b(last|past|previous) few (?=days|weeks|months)/gi, "last 3 ")
    .replace(/\b(?:(?:over|on|during) )?(?:the|last|past) weekend\b(?! of)/gi, weekend)
    .replace(/\bweekend of\b/gi, "")
    .replace(/\b(first|second) half of (?:(?:the|this) year|(\d{4}))/gi, (_, which: string, year = "") =>
      `h${counts[which.toLowerCase()]} ${year}`.trim(),
    )
    .replace(
      /\b(first|second|third|fourth) quarter\b/gi,
      (_, which: string) => `q${counts[which.toLowerCase()]}`,
    )
    .replace(new RegExp(`\\b(\\d{1,2}) and (\\d{1,2}) (?=${months})`, "gi"), "$1 to $2 ")
    .replace(
      /\b(week of|on|since|from|until|till|to) the (\d{1,2})(?:st|nd|rd|th)(?=\s*(?:$|[?.!,]| to | until | for | of? ))/gi,
      (_, before: string, number: string) => `${before} ${number} ${monthOf(number)}`,
    )
    .replace(/\b(?:a|one) (day|week|month|year) ago\b/gi, "1 $1 ago")
    .replace(/\b(\d+)(days?|weeks?|months?|years?|hours?|minutes?|mins?)\b/gi, "$1 $2")
    .trim();
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
    const found = readRange(text, today);
    if (found) return { from, to, value: trimmed(text), ...found };
  }
  return undefined;
}

/** Without what the parser leaves out, so it stands well in a line. */
function trimmed(text: string): string {
  return text.replace(/^(?:in|on|for|during|over|within) /, "").replace(/^the /, "");
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
