import type { Day } from "../day.ts";

const names = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The full names of the months, in order. */
export const monthNames: readonly string[] = names;

/** The full name of the month that a day is in. */
export function monthName(day: Day): string {
  return names[Number(day.slice(5, 7)) - 1] ?? "";
}

/** The number from 1 to 12 of a month by its name, or by three or more of its letters; undefined for any other word. */
export function monthNumber(word: string): number | undefined {
  if (word.length < 3) return undefined;
  const index = names.findIndex((name) => name.toLowerCase().startsWith(word.toLowerCase()));
  return index === -1 ? undefined : index + 1;
}
