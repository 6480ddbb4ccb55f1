import { addMonths, monthName } from "../day.ts";

/** The full names of the months, in order. */
export const monthNames: readonly string[] = Array.from({ length: 12 }, (_, index) =>
  monthName(addMonths("2026-01-01", index)),
);

/** The number from 1 to 12 of a month by its name, or by three or more of its letters; undefined for any other word. */
export function monthNumber(word: string): number | undefined {
  if (word.length < 3) return undefined;
  const index = monthNames.findIndex((name) => name.toLowerCase().startsWith(word.toLowerCase()));
  return index === -1 ? undefined : index + 1;
}
