import { readFileSync, readdirSync } from "node:fs";
import { z } from "zod";
import type { Understood } from "../../src/platform/ask/meaning.ts";
import type { Phrasebook } from "../../src/platform/ask/phrasebook.ts";
import { meaningOf } from "./meaning.ts";
import { after, read } from "./reading.ts";

const lines = z.array(z.string()).min(1);

/** A sentence as people type it, and what is right for it. Its author knew the commands, and no word that reads it. */
const Said = z.strictObject({
  say: z.string(),
  area: z.string(),
  /** Any of these lines is right. */
  means: lines.optional(),
  /** Two wishes, and the lines that are right for each. */
  both: z.tuple([lines, lines]).optional(),
  /** A name that isn't known. The answer says so. */
  unknown: z.string().optional(),
  /** True if it is right to ask back or to decline. */
  asks: z.literal(true).optional(),
  /** What was said or typed before. A command begins with "/db". */
  before: z.array(z.string()).optional(),
  /** Words that the line can't take, so the answer names them. */
  leaves: z.array(z.string()).optional(),
  /** What a form should have, for who reads this. */
  form: z.record(z.string(), z.unknown()).optional(),
});
type Said = z.output<typeof Said>;

const People = z.array(Said);
const folder = new URL("people/", import.meta.url);

/** The names of the sets, one by each author. */
export const sets = readdirSync(folder).map((file) => file.replace(".json", ""));

/** The sentences of a set. */
export function peopleNamed(set: string): Said[] {
  return People.parse(JSON.parse(readFileSync(new URL(`${set}.json`, folder), "utf8")));
}

/**
 * How a sentence is answered: as it should be, with that among the first three buttons or as a card that names what it
 * leaves out, with a question or with what it leaves out, otherwise and without saying so, or not at all.
 */
export type Outcome = "right" | "by a click" | "asks" | "wrong" | "refused";

export function outcomeOf(
  { say, before = [], means, both, unknown, asks, leaves }: Said,
  phrasebook?: Phrasebook,
): Outcome {
  const understood = read(say, after(before, phrasebook), phrasebook);
  const { isClear, leftOut = [], meanings, next } = understood;
  if (asks) return isClear && leftOut.length === 0 ? "wrong" : "right";
  if (unknown !== undefined) return saysUnknown(understood, unknown) ? "right" : isClear ? "wrong" : "asks";
  const isRight = isOneOf(understood, both?.[0] ?? means ?? []);
  const isSecond = !both || (next !== undefined && isOneOf(next, both[1]));
  if (isClear && isRight && isSecond) return leaves && leftOut.length === 0 ? "wrong" : "right";
  const offered = meanings.slice(0, 3).some(({ line }) => isLine(line, both?.[0] ?? means ?? []));
  if (!isClear && offered) return "by a click";
  if (isClear && isRight) return "asks";
  if (isClear) return leftOut.length > 0 ? "asks" : "wrong";
  return meanings.length > 0 || understood.unknown || understood.lacks || understood.isDenied
    ? "asks"
    : "refused";
}

/** The answer names it: as what isn't known, or as what wasn't found by a command that looks it up, or as left out. */
function saysUnknown({ unknown, meanings: [meant], leftOut = [] }: Understood, name: string): boolean {
  const isLeftOut = leftOut.some((words) => words.includes(name));
  return unknown !== undefined || isLeftOut || meant?.line.includes(name) === true;
}

function isOneOf({ meanings: [meant] }: Understood, right: readonly string[]): boolean {
  return meant !== undefined && isLine(meant.line, right);
}

function isLine(line: string, right: readonly string[]): boolean {
  return right.map(meaningOf).includes(meaningIn(line));
}

/** What a line that was read means. One that says what is wrong with its days means nothing else. */
function meaningIn(line: string): string {
  try {
    return meaningOf(line);
  } catch {
    return line;
  }
}
