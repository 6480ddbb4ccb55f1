import { z } from "zod";
import { type Question, compared, questionOf } from "../../../src/features/costs/arguments.ts";
import { costs } from "../../../src/features/costs/command.ts";

/** The reading of the words after `/db costs`. */
export function readingOf(words: string) {
  const reading = costs.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

/** The question about costs that words ask. */
export function questionIn(words: string, now: Date): Question {
  return questionOf(z.object(compared).parse(readingOf(words).args), now);
}

/** Why words are refused. Empty if they aren't. */
export async function refusalOf(words: string): Promise<string> {
  const reading = costs.read(words);
  if ("problem" in reading) return reading.problem;
  const { isMistake, run } = reading;
  if (!isMistake) return "";
  return Reflect.apply(run, undefined, []).then(
    () => "",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
