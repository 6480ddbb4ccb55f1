import { addDays, monthNames, monthNumber, startOf, utcDay, weekdayNames } from "../../lib/day.ts";
import { isAppError } from "../../lib/errors.ts";
import { type CostRange, rangeBefore, readCostRange } from "../../lib/period/range.ts";
import { againstIn } from "../../lib/period/two-ranges.ts";
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
  /** True for days that others are compared with. What joins the two belongs to them: "vs september". */
  isAgainst?: true;
}

// The parser takes more words than any range has.
const longestRange = 10;
// Alone, these are other words more often than days.
const notAlone =
  /^(?:may|march|mar|now|sun|sat|mon|day|days|week|month|months|year|all|whole|on|in|\d{1,3})$/;
const lead = /^(?:in|of|for|since|from|last|this|until|during|to|on|and|between)$/;

/** The ranges in the words of a sentence, the longest that are readable. */
export function rangesIn(words: readonly Word[], today: Date, isName: (at: number) => boolean): RangeSpan[] {
  const against = againstAt(words, today, isName);
  const isTaken = (at: number) => isName(at) || (against && at >= against.from && at < against.to) === true;
  const spans: RangeSpan[] = against ? [against] : [];
  for (let from = 0; from < words.length; from += 1) {
    const span = rangeAt(words, from, today, isTaken);
    if (!span) continue;
    spans.push(span);
    from = span.to - 1;
  }
  return spans;
}

function againstAt(
  words: readonly Word[],
  today: Date,
  isTaken: (at: number) => boolean,
): RangeSpan | undefined {
  const plain = words.map(({ plain }) => plain);
  const { from, second, to } = againstIn(plain) ?? { from: 0, second: 0, to: 0 };
  if (to === second || plain.some((_, at) => at >= from && at < to && isTaken(at))) return undefined;
  const text = plain.slice(second, to).join(" ");
  const found = readRange(trimmed(text), today);
  // "The week before" isn't a range of its own.
  return { from, to, value: found ? trimmed(text) : text, isAgainst: true, ...found };
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
    const isMonth = /^(?:may|march)$/.test(text) && lead.test(words[from - 1]?.plain ?? "");
    if (to - from === 1 && notAlone.test(text) && !isMonth) continue;
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

/** Numbers in words, each at its own place. */
export const numberWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
/** The same for places. */
export const ordinals = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

const ordinal = `(${ordinals.slice(1, 5).join("|")})`;
const month = `(?:${monthNames.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|")}|sept)`;
const weekday = "mon|tues?|wed|thu(?:rs?)?|fri|sat|sun";
const units: Readonly<Record<string, string>> = { w: "week", m: "month", q: "quarter", y: "year" };

/** The days that a part of a month has. Those below 0 count from its end. */
const partsOfMonth: Readonly<Record<string, readonly [from: number, to: number]>> = {
  "first half": [1, 15],
  "second half": [16, 31],
  "first week": [1, 7],
  "second week": [8, 14],
  "third week": [15, 21],
  "fourth week": [22, 28],
  "last week": [-7, 31],
  early: [1, 10],
  "the beginning": [1, 10],
  mid: [11, 20],
  late: [21, 31],
};

type Spelling = readonly [pattern: string, spelled: string | ((...found: string[]) => string)];

/** Each turns some words for days into others that the parser of ranges reads. The order matters. */
function spellings(today: Date): Spelling[] {
  const day = utcDay(today);
  const [year = 0, thisMonth = 1, dayOfMonth = 1] = day.split("-").map(Number);
  const monthOf = (number: string) =>
    monthNames[(thisMonth - (Number(number) > dayOfMonth ? 2 : 1) + 12) % 12] ?? "";
  const saturday = addDays(startOf("week", day), -2);
  const daysOf = (name: string, [from, to]: readonly [number, number]) => {
    const number = monthNumber(name.toLowerCase()) ?? 1;
    const last = new Date(Date.UTC(number <= thisMonth ? year : year - 1, number, 0)).getUTCDate();
    return `${from < 0 ? last + from + 1 : from} to ${Math.min(to, last)} ${monthNames[number - 1]}`;
  };
  return [
    ["(yesterday|today)'?s\\b", "$1"],
    ["(?:from now on|for now|from now|at the mo|weekend of)\\b", ""],
    [`(?:the )?month of (?=${month})`, ""],
    ["half past (\\d{1,2})\\b(?!:)", "$1:30"],
    ["(last|this|past|previous) (week|month|quarter|year)s\\b(?! \\d)", "$1 $2"],
    ["(?:last (?:nights?|nite)|overnight)(?:'s)?\\b(?! watch)|(?:yday|yest)\\b", "yesterday"],
    ["(?:this (?:morning|afternoon|evening)|tonight)(?:'s)?\\b", "today"],
    ["(?:yesterday and today|today and yesterday)\\b", "yesterday to today"],
    ["(?:trailing|rolling|preceding|prior) (?=\\d|day|week|month|quarter|year)", "last "],
    ["(?:last|past) (24|48|72) ?(?:h|hrs?|hours)\\b", (_, hours) => lastDays(Number(hours) / 24)],
    ["(wk|mth|qtr|yr)(?=s?\\b)", (_, unit = "") => unitOf(unit)],
    ["([wmqy])td\\b", (_, unit = "") => `this ${unitOf(unit)}`],
    [
      "(?:(?:this|our|the) )?(year|quarter|month|week)(?:[ -]to[ -]date|,? (?:so|thus) far|,? up to (?:now|today))\\b",
      "this $1",
    ],
    ["(\\d) ?mos?\\b", "$1 months"],
    ["(q[1-4])[/' ]+(?:20)?(\\d\\d)\\b", "$1 20$2"],
    ["cw ?(\\d{1,2})\\b", "week $1"],
    [`(?:w/c|week (?:commencing|beginning|starting)(?: on)?) (?=the \\d|\\d|${month})`, "week of "],
    ["(this|last|a|per|every|each) mo\\b", "$1 month"],
    [`(?:by|at|until) (?:the )?end of (?=${month})`, ""],
    // "2-4 am", as the times of a window are written.
    [
      "(\\d{1,2})(?::(\\d\\d))? ?(?:-|to|until|till) ?(\\d{1,2})(?::(\\d\\d))? ?([ap])m\\b",
      (_, from = "", fromMinute = "00", to = "", toMinute = "00", half = "") =>
        `${onClock(from, half, Number(from) > Number(to))}:${fromMinute}-${onClock(to, half)}:${toMinute}`,
    ],
    ["til\\b", "till"],
    ["thru\\b", "through"],
    ["this past (?=day|week|month|quarter|year)", "last "],
    ["(last|this|previous|past) (?:full|complete|whole|entire|calendar) (?=week|month|quarter|year)", "$1 "],
    [
      `(${numberWords.join("|")}) (?=(?:days|weeks|months|quarters|years)\\b)`,
      (_, number = "") => `${numberWords.indexOf(number.toLowerCase())} `,
    ],
    ["(?:last|past|previous|the) fortnight\\b", "last 14 days"],
    ["(?:the )?(?:last|past) half(?:[ -]a)?[ -]year\\b|half a year\\b", "last 6 months"],
    ["(?:last|past|previous) (?:couple of|couple) (?=days|weeks|months)", "last 2 "],
    ["(?:last|past|previous) (?:few|several) (?=days|weeks|months)", "last 3 "],
    ["(?:the )?(day|week|month|quarter|year) before last\\b", (_, unit = "") => daysBeforeLast(unit, today)],
    [
      "(?:(?:over|on|during|at) )?(?:the|last|past|this) weekend\\b",
      `${saturday} to ${addDays(saturday, 1)}`,
    ],
    [`(${month}) '(\\d\\d)\\b`, "$1 20$2"],
    [`(${month}) (?:of )?last year\\b`, `$1 ${year - 1}`],
    [`(${month}) (?:of )?this year\\b`, `$1 ${year}`],
    [
      `last (${month})\\b(?! \\d)`,
      (_, name = "") => (monthNumber(name.toLowerCase()) === thisMonth ? `${name} ${year - 1}` : name),
    ],
    [
      `(?:in )?(?:the )?(${Object.keys(partsOfMonth).join("|")})(?: of| in)?(?: the)?[ -](${month})\\b(?! \\d{1,2}\\b)`,
      (_, part = "", name = "") => daysOf(name, partsOfMonth[part.toLowerCase()] ?? [1, 31]),
    ],
    [
      `first (\\d{1,2}) (day|week)s (?:of|in) (?:the )?(${month})\\b`,
      (_, count, unit, name = "") => daysOf(name, [1, Number(count) * (unit === "day" ? 1 : 7)]),
    ],
    [`${ordinal} of (${month})\\b`, (_, which = "", name = "") => `${countOf(which)} ${name}`],
    [
      "(first|second) half of (?:(?:the|this) year|(\\d{4}))",
      (_, which = "", of = "") => `h${countOf(which)} ${of}`.trim(),
    ],
    [`${ordinal} quarter(?: of (?=\\d{4}))?`, (_, which = "") => `q${countOf(which)} `],
    [
      "(?:calendar )?week (?:no\\.? ?|number )?(\\d{1,2})\\b(?! [a-z]{3})",
      (_, number) => weekOf(Number(number), year),
    ],
    [`(\\d{1,2}) and (\\d{1,2}) (?=${month})`, "$1 to $2 "],
    [`(${month})(?: and |-)(${month})\\b`, "$1 to $2"],
    [
      `(${weekday}) ?(?:to|-|till|until|through|and) ?(${weekday})\\b`,
      (_, first = "", last = "") => `${longDay(first)} to ${longDay(last)}`,
    ],
    [
      "(week of|on|for|since|from|until|till|to) the (\\d{1,2})(?:st|nd|rd|th)(?=\\s*(?:$|[?.!,]| to | until | for ))",
      (_, before, number = "") => `${before} ${number} ${monthOf(number)}`,
    ],
    ["since the first(?=\\s*(?:$|[?.!,]))", `since 1 ${monthOf("1")}`],
    [
      "(\\d{1,2})(?:st|nd|rd|th) ?(?:-|to|through|till|until) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th)\\b(?! of| [a-z]{3})",
      (_, first, last = "") => `${first} to ${last} ${monthOf(last)}`,
    ],
    ["(\\d{1,2}\\.\\d{1,2}\\.) ?- ?(?=\\d{1,2}\\.\\d{1,2}\\.)", "$1 to "],
    [
      "(?<!version )(\\d{1,2})\\.(0?[1-9]|1[0-2])\\.(?!\\d)",
      (_, dayOf = "", number) => `${dayOf} ${monthNames[Number(number) - 1]}`,
    ],
    ["(?:a|one) (day|week|month|year) ago\\b", "1 $1 ago"],
    ["(\\d+)(days?|weeks?|months?|years?|hours?|minutes?|mins?)\\b", "$1 $2"],
  ];
}

/** An hour of a half of the day in two digits. `isOther` for the other half. */
function onClock(hour: string, half: string, isOther = false): string {
  const isPm = (half.toLowerCase() === "p") !== isOther;
  return String((Number(hour) % 12) + (isPm ? 12 : 0)).padStart(2, "0");
}

function countOf(which: string): number {
  return ordinals.indexOf(which.toLowerCase());
}

function unitOf(short: string): string {
  return units[short[0]?.toLowerCase() ?? ""] ?? short;
}

function lastDays(count: number): string {
  return count === 1 ? "yesterday" : `last ${count} days`;
}

function longDay(short: string): string {
  return weekdayNames.find((name) => name.startsWith(short.slice(0, 2).toLowerCase())) ?? short;
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
  const spelled = spellings(today).reduce((text, [pattern, words]) => {
    const any = new RegExp(`\\b(?:${pattern})`, "gi");
    return typeof words === "string" ? text.replace(any, words) : text.replace(any, words);
  }, sentence);
  return spelled.trim();
}
