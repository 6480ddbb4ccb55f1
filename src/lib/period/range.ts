import { AppError, isAppError } from "../errors.ts";
import { type Day, addDays, countDays, utcDay } from "../day.ts";
import {
  type DaySpan,
  type Period,
  cutAt,
  labelOf,
  lastingWords,
  noPeriod,
  periodAfter,
  periodBefore,
  spanBefore,
  unreadable,
} from "./spans.ts";
import { plainSpelling, readingsOfNumbers } from "./spelling.ts";
import { type PeriodText, readPeriod } from "./read.ts";

/** A period to add up costs for, of any length since 2010. Its last day is today, which is not over, or earlier. */
export interface CostRange extends Period {
  /** Its whole days, which are the ones to compare. Undefined for today alone, which is not over. */
  compared?: DaySpan;
  /**
   * The days to compare them with: the same part of the previous month, quarter or year, the same weekdays of the week
   * before for less than a week, or else the same number of days right before.
   */
  previous: DaySpan;
  /** The number of days. */
  days: number;
  /** The title, such as "last 7 days", "October 2026" or "1 to 15 Oct 2026". */
  label: string;
  /**
   * Words that read back as exactly these days on any later day, such as "2026-10-01 to 2026-10-31" or "month to
   * 2026-11-20".
   */
  words: string;
}

const whenNothingIsSaid = "last 7 days";
// Far longer than any period in words.
const maxLength = 100;

/**
 * Reads a period as people type it, ignoring case and spelling; no words mean the last 7 whole days. A month, quarter or
 * day without a year is the latest that has begun. An end in the future becomes `today`. Fails as user, with an example,
 * if it is not a period, has not begun, is too long ago, or can be read in two ways.
 */
export function parseCostRange(words: string, today: Date): CostRange {
  const range = readCostRange(words.trim() === "" ? whenNothingIsSaid : words, today);
  if (range) return range;
  throw unreadable(plainSpelling(words.slice(0, maxLength)));
}

/** The same, but undefined if the words are not a period, and for no words. */
export function readCostRange(words: string, today: Date, withToday = false): CostRange | undefined {
  if (words.length > maxLength) return undefined;
  const day = utcDay(today);
  const lastDay = withToday ? day : addDays(day, -1);
  const readings = readingsOfNumbers(plainSpelling(words)).flatMap((text) => {
    const period = readPeriod(text, day, lastDay);
    return period ? [{ text, period }] : [];
  });
  if (readings.length > 1) {
    const commands = readings.map(({ text }) => `\`/db costs ${text}\``).join(" or ");
    throw new AppError("user", `That could be two different dates. Try ${commands}.`);
  }
  return readings[0] && rangeOf(readings[0].period, day);
}

/** The whole previous period of the same kind: September for October, the 7 days before 7 days. */
export function rangeBefore(range: CostRange): CostRange {
  return describe(periodBefore(periodIn(range)), range.from);
}

/** The next period of the same kind, cut at `today`; undefined if it has not begun. */
export function rangeAfter(range: CostRange, today: Date): CostRange | undefined {
  const [after, day] = [periodAfter(periodIn(range)), utcDay(today)];
  return after.from > day ? undefined : describe(cutAt(after, day), day);
}

function periodIn({ from, to, unit, months, partial }: CostRange): Period {
  return { from, to, unit, months, partial };
}

/** No cloud of this kind billed anyone before this day. */
const earliestDay: Day = "2010-01-01";

function rangeOf(period: PeriodText, today: Day): CostRange {
  if (period.from > today) throw noPeriod(`${period.from} is in the future: today is ${today} in UTC.`);
  if (period.from < earliestDay)
    throw noPeriod(`That starts before ${earliestDay}, the first day I can look up.`);
  return describe(cutAt(period, today), today, period.label);
}

function describe(period: Period, today: Day, label = labelOf(period, today)): CostRange {
  const compared = wholeDays(period, today);
  return {
    ...period,
    compared: compared && { from: compared.from, to: compared.to },
    previous: spanBefore(compared ?? period),
    days: countDays(period.from, period.to),
    label,
    words: lastingWords(period),
  };
}

/** The part of a period without today; undefined for today alone. */
function wholeDays(period: Period, today: Day): Period | undefined {
  if (period.to < today) return period;
  return period.from === today ? undefined : { ...period, to: addDays(today, -1), partial: true };
}

// Far more than any range has.
const maxRangeWords = 14;

/**
 * Takes out the most words at a beginning or an end that read as a range. The rest stays as one text. "Last 7 days" end
 * yesterday, or today if `withToday` is true.
 */
export function withoutRange(
  parts: string[][],
  today: Date,
  { withToday = false } = {},
): { range?: CostRange; left: string } {
  const { found, left } = withoutRun(parts, (words) => readCostRange(words, today, withToday));
  return { ...(found && { range: found }), left };
}

/** The same, but with the range as it was typed. It may be one that is refused later: in the future, or no real date. */
export function withoutTypedRange(parts: string[][]): { typed?: string; left: string } {
  const { found, left } = withoutRun(parts, (words) => (isRange(words) ? words : undefined));
  return { ...(found !== undefined && { typed: found }), left };
}

// Which words are a range doesn't depend on the day. Which days they mean does.
const anyDay = new Date("2026-01-01");

/** True for words that are a range, or would be one if the calendar had its days. */
export function isRange(words: string): boolean {
  try {
    return readCostRange(words, anyDay) !== undefined;
  } catch (error) {
    if (!isAppError(error, "user")) throw error;
    return true;
  }
}

function withoutRun<Found>(
  parts: string[][],
  read: (words: string) => Found | undefined,
): { found?: Found; left: string } {
  for (let count = maxRangeWords; count > 0; count -= 1) {
    for (const [index, part] of parts.entries()) {
      for (const start of part.length < count ? [] : new Set([0, part.length - count])) {
        const found = read(part.slice(start, start + count).join(" "));
        if (found !== undefined)
          return { found, left: leftOf(parts.with(index, part.toSpliced(start, count))) };
      }
    }
  }
  return { left: leftOf(parts) };
}

function leftOf(parts: string[][]): string {
  return parts
    .flat()
    .join(" ")
    .replace(/^[ ,;]+|[ ,;]+$/g, "");
}
