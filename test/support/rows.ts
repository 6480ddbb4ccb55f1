/** The words of a text, for lists that would be long with a line for each. */
export const wordsIn = (text: string): string[] => text.trim().split(/\s+/);

/** The rows of a table that is written as text: a line for each, with a sign between its cells. */
export const rowsIn = (text: string, sign = " | "): string[][] =>
  text
    .trim()
    .split("\n")
    .map((row) => row.trim().split(sign));
