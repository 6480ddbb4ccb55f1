import { addDays, addMonths } from "../day.ts";
import { AppError } from "../errors.ts";
import { type CostRange, isRange, parseCostRange, rangeBefore } from "./range.ts";
import { plainSpelling } from "./spelling.ts";

// Two ranges that are compared.

/** A word that asks for a comparison. */
export const comparing = /^(?:compar(?:e|es|ed|ing|ison)|difference|diff)$/i;
const pronoun = /^(?:it|this|that|these|those|them)$/i;

interface Joint {
  joint: RegExp;
  /** What has to be in front of it: days anywhere, or a word such as "compare", and days or what stands for them. */
  needs?: "days" | "word";
}

/** What joins two ranges, the likeliest first. */
const joints: readonly Joint[] = [
  { joint: /^(?:vs\.?|versus|against|compare[ds]? (?:to|with|against))$/i },
  { joint: /^than$/i, needs: "days" },
  { joint: /^with$/i, needs: "word" },
  { joint: /^and$/i, needs: "word" },
  { joint: /^to$/i, needs: "word" },
];

// Far more than any range has.
const mostWords = 14;

const daysBefore = /^(day|week|month|quarter|days|period|one) before$/;
const yearBefore = /^(?:year before|(?:a|1) year (?:ago|before|earlier))$/;

/** True for days to compare others with: "september", "the week before". */
export function isAgainst(words: string): boolean {
  const plain = plainSpelling(words);
  return daysBefore.test(plain) || yearBefore.test(plain) || isRange(words);
}

/** The words for days to compare with, behind the words that join them to others. */
interface Against {
  /** The first word of what joins them. */
  from: number;
  /** The first word of the days. */
  second: number;
  /** The first word behind them. The same if they can't be read, and days are in front of the joint. */
  to: number;
}

/** Finds the days to compare others with: "october vs september", "compare 1 to 5 october with the week before". */
export function againstIn(words: readonly string[]): Against | undefined {
  const textOf = (from: number, to: number) => words.slice(from, to).join(" ");
  const endsRange = (end: number) => longest(end, (count) => isRange(textOf(end - count, end))) > 0;
  /** True for "compare october" and "compare that" in front of the joint. */
  const isAsked = (at: number) =>
    (words.slice(0, at).some((word) => comparing.test(word)) && endsRange(at)) ||
    (pronoun.test(words[at - 1] ?? "") && comparing.test(words[at - 2] ?? ""));
  const mayJoin = (at: number, needs: Joint["needs"]) =>
    needs === undefined ||
    (needs === "days" ? words.some((_, end) => end <= at && endsRange(end)) : isAsked(at));
  for (const { joint, needs } of joints)
    for (const at of words.keys()) {
      const second = [at + 2, at + 1].find((end) => end <= words.length && joint.test(textOf(at, end)));
      if (second === undefined || !mayJoin(at, needs)) continue;
      const count = longest(words.length - second, (some) => isAgainst(textOf(second, second + some)));
      if (count > 0 || (needs === undefined && endsRange(at)))
        return { from: at, second, to: second + count };
    }
  return undefined;
}

/** The most words that are read. 0 if none are. */
function longest(most: number, isRead: (count: number) => boolean): number {
  for (let count = Math.min(most, mostWords); count > 0; count -= 1) if (isRead(count)) return count;
  return 0;
}

const monthsAYear = 12;
const daysAWeek = 7;
const unclear = (words: string) =>
  `I can't tell which days you mean by “${words}”. Name both, such as \`/db costs october vs september\`.`;
const todayAlone =
  "Today isn't over yet, so it can't be compared. `/db costs today` shows what it cost so far.";

/**
 * A range with the days of another as those to compare with. A day that isn't over is in neither. Fails as user for
 * words that aren't ranges, for the same days twice, and for today alone.
 */
export function parseTwoRanges(
  words: string,
  against: string,
  today: Date,
): { range: CostRange; against: CostRange } {
  const asked = parseCostRange(words, today);
  const range = withoutToday(asked, today);
  const other = withoutToday(otherRange(against, asked, range, today), today);
  if (range.from === other.from && range.to === other.to)
    throw new AppError(
      "user",
      `Both are ${range.label}. Compare it with other days: \`/db costs october vs september\`.`,
    );
  return { range: { ...range, previous: { from: other.from, to: other.to } }, against: other };
}

function otherRange(words: string, asked: CostRange, { from, to }: CostRange, today: Date): CostRange {
  const plain = plainSpelling(words);
  const [, unit] = daysBefore.exec(plain) ?? [];
  if (unit !== undefined) {
    const isOfUnit = unit === asked.unit || (unit === "week" && asked.days === daysAWeek);
    if (isOfUnit || /^(?:days|period|one)$/.test(unit)) return rangeBefore(asked);
    // The week before a month may be its last one, or the same week of another month.
    throw new AppError("user", unclear(words));
  }
  if (!yearBefore.test(plain)) return parseCostRange(words, today);
  // The day behind the end tells how long its month is.
  const last = addDays(addMonths(addDays(to, 1), -monthsAYear), -1);
  return parseCostRange(`${addMonths(from, -monthsAYear)} to ${last}`, today);
}

function withoutToday(range: CostRange, today: Date): CostRange {
  const { from, to, compared } = range;
  if (!compared) throw new AppError("user", todayAlone);
  return compared.to === to ? range : parseCostRange(`${from} to ${compared.to}`, today);
}
