import { z } from "zod";
import { isAppError } from "../../../lib/errors.ts";
import type { Slot } from "../entry.ts";

/** A value that was taken out of words, and what is left of them. */
interface Taken {
  value: unknown;
  rest: string;
}

/** A kind of argument: how it stands in a command line, and how a sentence has it. */
export interface ArgumentKind {
  /** How it is found in a sentence. Without it, it can only be typed. */
  slot?: Slot | readonly Slot[];
  /**
   * Takes a value out of typed words. `mark` is the word of the line in front of it, or empty. Undefined if there is no
   * value. `others` are what else may be the value, if nothing has the name that is left of the words then. Fails as user
   * if there is a value that can't be read.
   */
  take(this: void, words: string, mark: string): (Taken & { others?: readonly Taken[] }) | undefined;
  /** The value as it is typed. */
  write(this: void, value: unknown): string;
  /**
   * What help shows in its place: "<service>", or what may be typed. Empty for what help leaves out. By default it follows
   * from the values or the slot, and help leaves out what programs don't have.
   */
  usage?: readonly string[];
  /**
   * What takes any words waits for the others: the text behind a mark, words of a kind, a number, and then a name. Text in
   * quotes behind its own mark is a text's value. What is "marked" comes before all, because it may have quotes of its own.
   * By default a kind takes a part with a clear form.
   */
  takes?: "marked" | "text" | "words" | "number" | "name";
  /** True if its words are never a part of a name without quotes: "october". */
  isApart?: true;
  /** True if its value may hold quotes. Then only quotes at the beginning of the words are around the name. */
  hasQuotes?: true;
  /**
   * True for what only typed words and buttons have, such as the page of a list. Programs, models and sentences don't have
   * it.
   */
  isForPeople?: true;
  /** True for what buttons and programs of earlier versions give. It still works, and programs aren't offered it. */
  isOld?: true;
}

const kinds: ArgumentKind[] = [];
// A schema that is made of a registered one is registered too.
const ofSchema = z.registry<{ index: number }>();

/** An argument of a kind, with values of this schema. Each schema that is made of it is of that kind too. */
export function argument<Schema extends z.ZodType>(kind: ArgumentKind, schema: Schema): Schema {
  // Its own, because others may use the schema too.
  const own = schema.clone(schema.def, { parent: true });
  ofSchema.add(own, { index: kinds.push(kind) - 1 });
  return own;
}

/** The kind of an argument, also of one that may be left out. */
export function kindOf(schema: z.core.$ZodType): ArgumentKind | undefined {
  const { index } = ofSchema.get(schema) ?? {};
  if (index !== undefined) return kinds[index];
  return schema instanceof z.ZodOptional ? kindOf(schema.unwrap()) : undefined;
}

/** Leaves out of a JSON Schema what programs aren't offered. */
export function withoutOld({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (!(zodSchema instanceof z.ZodObject)) return;
  for (const [key, schema] of Object.entries<z.core.$ZodType>(zodSchema.shape))
    if (kindOf(schema)?.isOld) delete jsonSchema.properties?.[key];
}

/** Checks a text by what reads it: a failure as user is its problem. */
export function readableBy(read: (text: string) => unknown) {
  return (text: string, issues: z.core.$RefinementCtx<string>): void => {
    try {
      read(text);
    } catch (error) {
      if (!isAppError(error, "user")) throw error;
      issues.addIssue({ code: "custom", message: error.message });
    }
  };
}

/** Stands in place of what was taken, so the words around it aren't read as one run. */
export const gap = "\u0001";

/** A pattern for the mark of an argument: "max-age" may be typed as "maxage". */
export function markPattern(mark: string): string {
  return mark.replaceAll(" ", String.raw`\s+`).replaceAll("-", "-?");
}

/** A value behind its mark. One that ends in "=" touches it: "size=l". */
export function marked(mark: string, value: string): string {
  return [mark, value].filter(Boolean).join(mark.endsWith("=") ? "" : " ");
}
