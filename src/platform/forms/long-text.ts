import type { FormField, FormProblem, FormValues } from "./form.ts";

// https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
const longestPart = 3_000;
// Leaves space in each part, so people can add to it.
const usualPart = 2_700;

/** Splits a text between its lines into parts that inputs take. Undefined if it needs more than `mostParts`. */
export function partsOf(text: string, mostParts: number): string[] | undefined {
  const parts: string[] = [""];
  for (const line of text.trimEnd().split("\n")) {
    if (line.length > longestPart) return undefined;
    const last = parts.at(-1) ?? "";
    if (last !== "" && last.length + 1 + line.length > usualPart) parts.push(line);
    else parts[parts.length - 1] = last === "" ? line : `${last}\n${line}`;
  }
  return parts.length > mostParts ? undefined : parts;
}

/** The part that holds a line of the whole text, and the line's number there; all from 1. */
export function lineInParts(line: number, parts: readonly string[]): { part: number; line: number } {
  let rest = line;
  for (const [index, part] of parts.entries()) {
    const lines = part.split("\n").length;
    if (rest <= lines) return { part: index + 1, line: rest };
    rest -= lines;
  }
  return { part: parts.length, line: parts.at(-1)?.split("\n").length ?? 1 };
}

/** What people read about a long text in several inputs. Plain text. */
export interface LongTextWords {
  label(part: number): string;
  help: string;
  line(line: number, message: string): string;
  more(count: number): string;
}

/** The name of the input with a part, from 1. */
export function partName(part: number): string {
  return `part${part}`;
}

/** Inputs for one long text. The form's facts have `parts`, the number of those that show at first. */
export function partFields(mostParts: number, words: LongTextWords): FormField[] {
  return Array.from({ length: mostParts }, (_, index) => partField(index + 1, words));
}

/** An input holds 3,000 characters, so a longer text continues in the next one. */
function partField(part: number, words: LongTextWords): FormField {
  return {
    name: partName(part),
    label: words.label(part),
    ...(part === 1 && { help: words.help }),
    input: "lines",
    optional: part > 1,
    shows: ({ values, facts }) =>
      part <= Number(facts["parts"]) ||
      partIn(values, part) !== "" ||
      // The next input shows once this one is nearly full.
      partIn(values, part - 1).length > usualPart,
  };
}

function partIn(values: FormValues, part: number): string {
  const value = values[partName(part)];
  return typeof value === "string" ? value : "";
}

/** The parts that were filled in, in order. */
export function partsIn(values: FormValues): string[] {
  const filled = Object.keys(values).flatMap((name) => /^part(\d+)$/.exec(name)?.[1] ?? []);
  const last = Math.max(0, ...filled.map(Number).filter((part) => partIn(values, part) !== ""));
  return Array.from({ length: last }, (_, index) => partIn(values, index + 1));
}

/** The first values of the inputs. */
export function valuesOfParts(parts: readonly string[]): FormValues {
  return Object.fromEntries(parts.map((part, index) => [partName(index + 1), part]));
}

// Slack shows a few lines below an input.
const shownProblems = 5;

/** The problems of a long text, each at its input. */
export function problemsByPart(
  problems: readonly { line: number; message: string }[],
  parts: readonly string[],
  words: LongTextWords,
): FormProblem[] {
  const shown = problems.slice(0, shownProblems).map(({ line, message }) => {
    const found = lineInParts(line, parts);
    return { field: partName(found.part), message: words.line(found.line, message) };
  });
  const more = problems.length - shown.length;
  return more === 0 ? shown : [...shown, { field: partName(1), message: words.more(more) }];
}
