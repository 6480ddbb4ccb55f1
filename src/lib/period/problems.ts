import { AppError } from "../errors.ts";
import { monthNames, monthNumber } from "../day.ts";
import { nearest } from "../text.ts";
import { rangeNames } from "./spans.ts";

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

/** The error for words that are not a period. It names the nearest period. */
export function unreadable(text: string): AppError {
  const near = text.length > maxLength ? undefined : nearestRange(text);
  return new AppError(
    "user",
    `I don't recognize that as a date range. ${near ? `Did you mean \`/db costs ${near}\`?` : tryThese}`,
  );
}

/** A line may go on after a mistyped period, so this checks its beginning too. */
function nearestRange(text: string): string | undefined {
  const [, month = ""] = /^(?:last|this|next) (\S+)$/.exec(text) ?? [];
  if (monthNumber(month) !== undefined) return month;
  const [begins] = /^(?:last|this) \S+/.exec(text) ?? [];
  return nearest(text, offered) ?? (begins === undefined ? undefined : nearest(begins, offered));
}

/** The error for an impossible period. It ends with examples. */
export function noPeriod(sentence: string): AppError {
  return new AppError("user", `${sentence} ${tryThese}`);
}

/** The error for two ends in the wrong order. */
export function wrongWayRound(first: string, second: string, swapped: string): AppError {
  return new AppError(
    "user",
    `${second} is before ${first}. Put the earlier day first: \`/db costs ${swapped}\`.`,
  );
}
