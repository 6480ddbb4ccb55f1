import { AppError } from "../errors.ts";
import { type Day, addDays, countDays, dayOf, humanDays, utcDay } from "../lib/day.ts";
import { nearest } from "../lib/text.ts";
import { type ComparedSpan, earlier, namedRanges, withTheSameBefore } from "./named-ranges.ts";

/** A period to add costs up for, and the one before it: each of at most 31 days, the last one today or earlier. */
export interface CostRange extends ComparedSpan {
  /** How many days it has. */
  days: number;
  /** As it is called in a title, say "last 7 days" or "1 to 15 Oct 2026". */
  label: string;
}

// spec/api.md: to_date is at most 30 days after from_date.
const maxDays = 31;
const tryThese = "Try `/db costs last 7 days` or `/db costs 2026-10-01 to 2026-10-15`.";
const whenNothingIsSaid = "last 7 days";

/**
 * Reads a period as people type it, without regard to case and spacing; nothing at all means the last 7 days.
 * An end in the future is cut at `today`. Fails as user, with an example, on what is no period, too long or not yet begun.
 */
export function parseCostRange(words: string, today: Date): CostRange {
  const text = normalised(words) || whenNothingIsSaid;
  const day = utcDay(today);
  const range = readNamed(text, day) ?? readLastDays(text, day) ?? readDates(text, day);
  if (range) return range;
  const near = nearest(text, [...Object.keys(namedRanges), whenNothingIsSaid]);
  throw new AppError(
    "user",
    `That is not a period of days I know. ${near ? `Did you mean \`/db costs ${near}\`?` : tryThese}`,
  );
}

function normalised(words: string): string {
  return words
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

function readNamed(text: string, today: Day): CostRange | undefined {
  const name = text.replace(/^(?:past|previous) /, "last ");
  const range = Object.hasOwn(namedRanges, name) ? namedRanges[name] : undefined;
  return range && rangeOf(range(today), name);
}

function readLastDays(text: string, today: Day): CostRange | undefined {
  const [, digits] = /^(?:(?:the )?(?:last|past|previous) )?(\d+) ?(?:d|days?)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const days = Number(digits);
  if (days < 1) throw new AppError("user", `At least 1 day is needed. ${tryThese}`);
  if (days > maxDays) throw tooLong(days);
  return rangeOf(
    withTheSameBefore(addDays(today, 1 - days), today),
    days === 1 ? "last day" : `last ${days} days`,
  );
}

const date = String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`;
const dates = new RegExp(
  `^(?:from |between )?(${date})(?:(?: ?(?:to|until|till|and|-+|\\.{2,3}) ?| )(${date}))?$`,
);

function readDates(text: string, today: Day): CostRange | undefined {
  const [, first, last = first] = dates.exec(text) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const from = readDay(first);
  const wanted = readDay(last);
  if (wanted < from) {
    throw new AppError(
      "user",
      `${wanted} lies before ${from}. Put the earlier day first: \`/db costs ${wanted} to ${from}\`.`,
    );
  }
  if (from > today)
    throw new AppError("user", `${from} is still to come: today is ${today} in UTC. ${tryThese}`);
  const to = earlier(wanted, today);
  if (countDays(from, to) > maxDays) throw tooLong(countDays(from, to));
  return rangeOf(withTheSameBefore(from, to), humanDays(from, to));
}

function readDay(text: string): Day {
  const [year = 0, month = 0, day = 0] = text.split(/[-/.]/).map(Number);
  const real = dayOf(year, month, day);
  if (real) return real;
  throw new AppError("user", `${text} is no day in the calendar. ${tryThese}`);
}

function rangeOf(range: ComparedSpan, label: string): CostRange {
  return { ...range, days: countDays(range.from, range.to), label };
}

function tooLong(days: number): AppError {
  const count = days.toLocaleString("en-US");
  return new AppError(
    "user",
    `That is ${count} days; costs come for at most ${maxDays} days at a time. ${tryThese}`,
  );
}
