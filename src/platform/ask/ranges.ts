import { addDays, monthNames, monthNumber, startOf, utcDay } from "../../lib/day.ts";
import { isAppError } from "../../lib/errors.ts";
import { type CostRange, rangeBefore, readCostRange } from "../../lib/period/range.ts";
import { isRangeWord } from "../../lib/period/spelling.ts";
import type { Word } from "./words.ts";

/** A range of days in a sentence. */
interface RangeSpan {
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

const counts: Readonly<Record<string, string>> = { first: "1", second: "2", third: "3", fourth: "4" };
const numberWords = "one two three four five six seven eight nine ten eleven twelve".split(" ");

const month = `(?:${monthNames.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|")}|sept)`;
const weekdays = ["mon", "tues?", "wed", "thu(?:rs?)?", "fri", "sat", "sun"].join("|");
const longDays: Readonly<Record<string, string>> = {
  mo: "monday",
  tu: "tuesday",
  we: "wednesday",
  th: "thursday",
  fr: "friday",
  sa: "saturday",
  su: "sunday",
};
const shortUnits: Readonly<Record<string, string>> = {
  wk: "week",
  mth: "month",
  mo: "month",
  qtr: "quarter",
  yr: "year",
};

type Spelling = readonly [pattern: RegExp, spelled: string | ((...found: string[]) => string)];

const any = (pattern: string) => new RegExp(`\\b${pattern}`, "gi");

/** Each turns some words for days into others that the parser of ranges reads. The order matters. */
function spellings(today: Date): Spelling[] {
  const day = utcDay(today);
  const [thisYear, thisMonth, dayOfMonth] = day.split("-").map(Number);
  const year = thisYear ?? 0;
  const monthOf = (number: string) =>
    monthNames[((thisMonth ?? 1) - (Number(number) > (dayOfMonth ?? 1) ? 2 : 1) + 12) % 12] ?? "";
  const saturday = addDays(startOf("week", day), -2);
  const daysOf = (name: string, from: number, to: number) => {
    const number = monthNumber(name.toLowerCase()) ?? 1;
    const begun = number <= (thisMonth ?? 1) ? year : year - 1;
    const last = new Date(Date.UTC(begun, number, 0)).getUTCDate();
    return `${from < 0 ? last + from + 1 : from} to ${Math.min(to, last)} ${monthNames[number - 1]}`;
  };
  return [
    [any("(yesterday|today)'?s\\b"), "$1"],
    [any("(?:last night|overnight)(?:'s)?\\b(?! watch)"), "yesterday"],
    [any("(?:this (?:morning|afternoon|evening)|tonight)(?:'s)?\\b"), "today"],
    [any("(?:yesterday and today|today and yesterday)\\b"), "yesterday to today"],
    [any("(?:trailing|rolling|preceding|prior) (?=\\d)"), "last "],
    [any("(?:last|past) (24|48|72) ?(?:h|hrs?|hours)\\b"), (_, hours = "") => lastDays(Number(hours) / 24)],
    [any("(?:yday|yest)\\b"), "yesterday"],
    [any("(wk|mth|qtr|yr)(s?)\\b"), (_, unit = "", many = "") => `${shortUnits[unit.toLowerCase()]}${many}`],
    [
      any("([wmqy])td\\b"),
      (_, unit = "") => `this ${{ w: "week", m: "month", q: "quarter", y: "year" }[unit.toLowerCase()]}`,
    ],
    [any("(?:the )?(year|quarter|month|week)(?: |-)to(?: |-)date\\b"), "this $1"],
    [
      any("(?:(?:this|our|the) )?(year|quarter|month|week)(?:,? (?:so|thus) far|,? up to (?:now|today))\\b"),
      "this $1",
    ],
    [any("(\\d) ?mos?\\b"), "$1 months"],
    [any("(q[1-4])[/' ]+(?:20)?(\\d\\d)\\b"), "$1 20$2"],
    [any("cw ?(\\d{1,2})\\b"), "week $1"],
    [any(`(?:w/c|week (?:commencing|beginning|starting)(?: on)?) (?=the \\d|\\d|${month})`), "week of "],
    [any("til\\b"), "till"],
    [any("thru\\b"), "through"],
    [any("this past (?=day|week|month|quarter|year)"), "last "],
    [
      any("(last|this|previous|past) (?:full|complete|whole|entire|calendar) (?=week|month|quarter|year)"),
      "$1 ",
    ],
    [
      any(`(${numberWords.join("|")}) (?=(?:days|weeks|months|quarters|years)\\b)`),
      (_, number = "") => `${numberWords.indexOf(number.toLowerCase()) + 1} `,
    ],
    [any("(?:last|past|previous|the) fortnight\\b"), "last 14 days"],
    [any("(?:the )?(?:last|past) half(?:[ -]a)?[ -]year\\b|\\bhalf a year\\b"), "last 6 months"],
    [any("(last|past|previous) (?:couple of|couple) (?=days|weeks|months)"), "last 2 "],
    [any("(last|past|previous) (?:few|several) (?=days|weeks|months)"), "last 3 "],
    [
      any("(?:the )?(day|week|month|quarter|year) before last\\b"),
      (_, unit = "") => daysBeforeLast(unit, today),
    ],
    [
      any("(?:(?:over|on|during|at) )?(?:the|last|past|this) weekend\\b(?! of)"),
      `${saturday} to ${addDays(saturday, 1)}`,
    ],
    [any("weekend of\\b"), ""],
    [any(`(${month}) '(\\d\\d)\\b`), "$1 20$2"],
    [any(`(${month}) (?:of )?last year\\b`), `$1 ${year - 1}`],
    [any(`(${month}) (?:of )?this year\\b`), `$1 ${year}`],
    [
      any(`last (${month})\\b(?! \\d)`),
      (_, name = "") => (monthNumber(name.toLowerCase()) === thisMonth ? `${name} ${year - 1}` : name),
    ],
    [
      any(`(first|second|third|fourth) week (?:of|in) (?:the )?(${month})\\b`),
      (_, which = "", name = "") =>
        daysOf(name, Number(counts[which.toLowerCase()]) * 7 - 6, Number(counts[which.toLowerCase()]) * 7),
    ],
    [
      any(`first (\\d) (day|week)s (?:of|in) (?:the )?(${month})\\b`),
      (_, count = "", unit = "", name = "") => daysOf(name, 1, Number(count) * (unit === "day" ? 1 : 7)),
    ],
    [
      any(`(first|second|third|fourth) of (${month})\\b`),
      (_, which = "", name = "") => `${counts[which.toLowerCase()]} ${name}`,
    ],
    [any(`last week (?:of|in) (${month})\\b`), (_, name = "") => daysOf(name, -7, 31)],
    [any(`(?:the )?first half of (?:the )?(${month})\\b`), (_, name = "") => daysOf(name, 1, 15)],
    [any(`(?:the )?second half of (?:the )?(${month})\\b`), (_, name = "") => daysOf(name, 16, 31)],
    [any(`(?:in )?(?:early|the beginning of) (${month})\\b(?! \\d)`), (_, name = "") => daysOf(name, 1, 10)],
    [any(`(?:in )?mid[ -](${month})\\b(?! \\d)`), (_, name = "") => daysOf(name, 11, 20)],
    [any(`(?:in )?late (${month})\\b(?! \\d)`), (_, name = "") => daysOf(name, 21, 31)],
    [
      any("(first|second) half of (?:(?:the|this) year|(\\d{4}))"),
      (_, which = "", of = "") => `h${counts[which.toLowerCase()]} ${of}`.trim(),
    ],
    [
      any("(first|second|third|fourth) quarter(?: of (?=\\d{4}))?"),
      (_, which = "") => `q${counts[which.toLowerCase()]} `,
    ],
    [
      any("(?:calendar )?week (?:no\\.? ?|number )?(\\d{1,2})\\b(?! [a-z]{3})"),
      (_, number = "") => weekOf(Number(number), year),
    ],
    [any(`(\\d{1,2}) and (\\d{1,2}) (?=${month})`), "$1 to $2 "],
    [any(`(${month}) and (${month})\\b`), "$1 to $2"],
    [any(`(${month})-(${month})\\b`), "$1 to $2"],
    [
      any(`(${weekdays}) ?(?:to|-|till|until|through|and) ?(${weekdays})\\b`),
      (_, first = "", last = "") => `${longDay(first)} to ${longDay(last)}`,
    ],
    [
      any(
        "(week of|on|for|since|from|until|till|to) the (\\d{1,2})(?:st|nd|rd|th)(?=\\s*(?:$|[?.!,]| to | until | for ))",
      ),
      (_, before = "", number = "") => `${before} ${number} ${monthOf(number)}`,
    ],
    [any("since the first(?=\\s*(?:$|[?.!,]))"), `since 1 ${monthOf("1")}`],
    [
      any(
        "(\\d{1,2})(?:st|nd|rd|th) ?(?:-|to|through|till|until) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th)\\b(?! of| [a-z]{3})",
      ),
      (_, first = "", last = "") => `${first} to ${last} ${monthOf(last)}`,
    ],
    [any("(?:a|one) (day|week|month|year) ago\\b"), "1 $1 ago"],
    [any("(\\d+)(days?|weeks?|months?|years?|hours?|minutes?|mins?)\\b"), "$1 $2"],
  ];
}

function lastDays(count: number): string {
  return count === 1 ? "yesterday" : `last ${count} days`;
}

function longDay(short: string): string {
  return longDays[short.slice(0, 2).toLowerCase()] ?? short;
}

function daysBeforeLast(unit: string, today: Date): string {
  const last = readCostRange(unit === "day" ? "yesterday" : `last ${unit}`, today);
  return last ? rangeBefore(last).words : "";
}

/** The days of a week by its number (ISO 8601). */
function weekOf(number: number, year: number): string {
  const monday = addDays(startOf("week", `${year}-01-04`), (number - 1) * 7);
  return `${monday} to ${addDays(monday, 6)}`;
}

/** The sentence with days in the words that the parser of ranges knows. */
export function spelledRanges(sentence: string, today: Date): string {
  return spellings(today)
    .reduce(
      (text, [pattern, spelled]) =>
        typeof spelled === "string" ? text.replace(pattern, spelled) : text.replace(pattern, spelled),
      sentence,
    )
    .trim();
}
