import { AppError } from "../errors.ts";
import { type Day, monthNames, monthNumber } from "../day.ts";
import { nearest } from "../text.ts";
import { rangeNames } from "./spans.ts";

/** No such cloud billed anyone before this day. */
export const earliestDay: Day = "2010-01-01";

const tryThese = "Try `/db costs last 7 days` or `/db costs 2026-10-01 to 2026-10-15`.";
const offered = [
  ...rangeNames,
  "last 7 days",
  "last 30 days",
  "last 3 months",
  ...monthNames.map((name) => name.toLowerCase()),
];

// Far longer than any period in words.
const maxLength = 60;

/** The error for words that are no period. It names the nearest period. */
export function unreadable(text: string): AppError {
  const near = text.length > maxLength ? undefined : nearestRange(text);
  return new AppError(
    "user",
    `That is not a period of days I know. ${near ? `Did you mean \`/db costs ${near}\`?` : tryThese}`,
  );
}

/** A line may go on after a mistyped period, so look at its beginning too. */
function nearestRange(text: string): string | undefined {
  const [, month = ""] = /^(?:last|this|next) (\S+)$/.exec(text) ?? [];
  if (monthNumber(month) !== undefined) return month;
  const [begins] = /^(?:last|this) \S+/.exec(text) ?? [];
  return nearest(text, offered) ?? (begins === undefined ? undefined : nearest(begins, offered));
}

export function noSuchDay(text: string): AppError {
  return new AppError(
    "user",
    `${text.slice(0, 1).toUpperCase()}${text.slice(1)} is no day in the calendar. ${tryThese}`,
  );
}

export function notByTheHour(): AppError {
  return new AppError("user", `Costs come by whole days, not by the hour. ${tryThese}`);
}

export function noDays(): AppError {
  return new AppError("user", `At least 1 day is needed. ${tryThese}`);
}

/** The error for two ends in the wrong order. */
export function wrongWayRound(first: string, second: string, swapped: string): AppError {
  return new AppError(
    "user",
    `${second} lies before ${first}. Put the earlier day first: \`/db costs ${swapped}\`.`,
  );
}

/** The error for a numeric date in which day and month cannot be told apart; takes the text in both readings. */
export function twoReadings(readings: readonly string[]): AppError {
  return new AppError(
    "user",
    `That can be read in two ways. Say ${readings.map((text) => `\`/db costs ${text}\``).join(" or ")}.`,
  );
}

export function stillToCome(from: Day, today: Day): AppError {
  return new AppError("user", `${from} is still to come: today is ${today} in UTC. ${tryThese}`);
}

export function tooLongAgo(): AppError {
  return new AppError(
    "user",
    `That begins before ${earliestDay}; costs are looked up from then on. ${tryThese}`,
  );
}
