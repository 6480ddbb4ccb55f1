import { monthNames } from "./month-names.ts";

const slashed = String.raw`(?<![\d/])(?<a>\d{1,2})\/(?<b>\d{1,2})(?:\/(?<year>\d{4}|\d{2}))?(?![\d/])`;
const hyphened = String.raw`(?<!\d|\d[-.])(?<a>\d{1,2})-(?<b>\d{1,2})-(?<year>\d{4})(?!\d)`;
const dotted = String.raw`(?<!\d|\d[-.])(?<a>\d{1,2})\.(?<b>\d{1,2})\.(?<year>\d{4})(?!\d)`;

/**
 * The readings of a text that names days by numbers with the year last or none, each with the month's name instead:
 * the day first, the month first, or both where either may be. None where no calendar has such a month; the text
 * itself where it has no such date. With dots between them the day comes first everywhere.
 */
export function readingsOfNumbers(text: string): string[] {
  const undotted = spelled(text, dotted, "dayFirst");
  if (undotted === undefined) return [];
  const readings = (["dayFirst", "monthFirst"] as const).map((order) => {
    const unslashed = spelled(undotted, slashed, order);
    return unslashed === undefined ? undefined : spelled(unslashed, hyphened, order);
  });
  return [...new Set(readings.filter((reading) => reading !== undefined))];
}

/** The text with the dates of one form in words, or undefined where one of them has no such month. */
function spelled(text: string, form: string, order: "dayFirst" | "monthFirst"): string | undefined {
  let possible = true;
  const inWords = text.replace(new RegExp(form, "g"), (...match) => {
    // Named groups come as the last argument.
    const { a, b, year }: Record<string, string | undefined> = match.at(-1);
    const [day, month] = order === "dayFirst" ? [a, b] : [b, a];
    const name = monthNames[Number(month) - 1];
    possible &&= name !== undefined;
    return [Number(day), name, ...(year === undefined ? [] : [year.padStart(4, "20")])].join(" ");
  });
  return possible ? inWords : undefined;
}
