import { z } from "zod";

/**
 * A field of an answer that nobody must have: absent, null or of an unexpected type all read as undefined,
 * since a created service's password must not be lost to an odd port number beside it.
 */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .catch(undefined)
    .optional();
}

/** A list that some servers leave out or send as null when it is empty. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
}

/** A number, also where a server writes it as a text so that nothing of it is rounded away. */
export const Numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i)
    .transform(Number)
    .pipe(z.number()),
]);
