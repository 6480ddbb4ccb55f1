import { z } from "zod";
import type { Slot } from "../entry.ts";

/** A kind of argument: how it stands in a command line, and how a sentence has it. */
export interface ArgumentKind {
  /** How it is found in a sentence: the first of these that is there. */
  slot: Slot | readonly Slot[];
  /**
   * Takes a value out of typed words, and says what is left of them. `mark` is the word of the line in front of it, or
   * empty. Undefined if there is no value. Fails as user if there is one that can't be read.
   */
  take(this: void, words: string, mark: string): { value: unknown; rest: string } | undefined;
  /** The value as it is typed. */
  write(this: void, value: unknown): string;
  /**
   * What takes any words that are left waits for the others: words of a kind, then a number, and then a name. By default
   * it takes a part with a clear form.
   */
  takes?: "words" | "number" | "name";
}

const kinds: ArgumentKind[] = [];
// A schema that is made of a registered one is registered too.
const ofSchema = z.registry<{ index: number }>();

/** An argument of a kind. Each schema that is made of it is of that kind too. */
export function argument<Schema extends z.ZodType>(kind: ArgumentKind, schema: Schema): Schema {
  ofSchema.add(schema, { index: kinds.push(kind) - 1 });
  return schema;
}

/** The kind of an argument, also of one that may be left out. */
export function kindOf(schema: z.core.$ZodType): ArgumentKind | undefined {
  const { index } = ofSchema.get(schema) ?? {};
  if (index !== undefined) return kinds[index];
  return schema instanceof z.ZodOptional ? kindOf(schema.unwrap()) : undefined;
}

/** Stands in place of what was taken, so the words around it aren't read as one run. */
export const gap = "\u0001";

/** A pattern for the mark of an argument: "max-age" may be typed as "maxage". */
export function markPattern(mark: string): string {
  return mark.replaceAll(" ", String.raw`\s+`).replaceAll("-", "-?");
}
