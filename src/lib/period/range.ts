import { type Day, countDays, utcDay } from "../day.ts";
import { type DaySpan, type Period } from "./spans.ts";
import { plainSpelling, readingsOfNumbers } from "./spelling.ts";
import { type PeriodInWords, readPeriod } from "./read.ts";
import { earliestDay, stillToCome, tooLongAgo, twoReadings, unreadable } from "./problems.ts";
import { cutAt, labelOf, lastingWords, periodAfter, periodBefore, spanBefore } from "./steps.ts";

/** A period to add costs up for, of any length from 2010 on; the last day is today or earlier. */
export interface CostRange extends Period {
  /** What to compare it with: as much of the month, quarter or year before as there is of this one, else as many days before. */
  previous: DaySpan;
  /** How many days it has. */
  days: number;
  /** As it is called in a title, say "last 7 days", "October 2026" or "1 to 15 Oct 2026". */
  label: string;
  /** What reads back as exactly these days on any later day, say "2026-10-01 to 2026-10-31" or "month to 2026-11-20". */
  words: string;
}

const whenNothingIsSaid = "last 7 days";
// Far longer than any period in words.
const maxLength = 100;

/**
 * Reads a period as people type it, without regard to case and spelling; nothing at all means the last 7 days. A
 * month, quarter or day without a year is the latest that has begun. An end in the future is cut at `today`. Fails as
 * user, with an example, on what is no period, not yet begun, too long ago, or can be read in two ways.
 */
export function parseCostRange(words: string, today: Date): CostRange {
  const range = readCostRange(words.trim() === "" ? whenNothingIsSaid : words, today);
  if (range) return range;
  throw unreadable(plainSpelling(words.slice(0, maxLength)));
}

/** The same, but undefined for what is no period at all, nothing included. */
export function readCostRange(words: string, today: Date): CostRange | undefined {
  if (words.length > maxLength) return undefined;
  const day = utcDay(today);
  const readings = readingsOfNumbers(plainSpelling(words)).flatMap((text) => {
    const period = readPeriod(text, day);
    return period ? [{ text, period }] : [];
  });
  if (readings.length > 1) throw twoReadings(readings.map(({ text }) => text));
  return readings[0] && rangeOf(readings[0].period, day);
}

/** The whole period before, of the same kind: September before October, the 7 days before some 7. */
export function rangeBefore(range: CostRange): CostRange {
  return describe(periodBefore(periodIn(range)), range.from);
}

/** The period after, of the same kind and cut at `today`; undefined where it has not begun. */
export function rangeAfter(range: CostRange, today: Date): CostRange | undefined {
  const [after, day] = [periodAfter(periodIn(range)), utcDay(today)];
  return after.from > day ? undefined : describe(cutAt(after, day), day);
}

function periodIn({ from, to, unit, months, partial }: CostRange): Period {
  return { from, to, unit, months, partial };
}

function rangeOf(period: PeriodInWords, today: Day): CostRange {
  if (period.from > today) throw stillToCome(period.from, today);
  if (period.from < earliestDay) throw tooLongAgo();
  return describe(cutAt(period, today), today, period.label);
}

function describe(period: Period, today: Day, label = labelOf(period, today)): CostRange {
  return {
    ...period,
    previous: spanBefore(period),
    days: countDays(period.from, period.to),
    label,
    words: lastingWords(period),
  };
}
