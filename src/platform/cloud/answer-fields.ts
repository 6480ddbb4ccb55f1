import { z } from "zod";
import { isRecord, numberIn, textIn, withSent } from "../../lib/json.ts";

/**
 * An optional field of an answer. Absent, null and values of an unexpected type all read as undefined, so an odd
 * port number never costs a created service's password.
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

/** A number, or a text of one: some servers write numbers as text so nothing is rounded. */
export const Numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i)
    .transform(Number)
    .pipe(z.number()),
]);

/** The fields of a record in which servers are lax about types. */
interface Lenient {
  /** A text that is a plain number counts as a number. */
  numbers?: readonly string[];
  /** A number counts as its text. */
  texts?: readonly string[];
  /** Fields of minor importance, left out if they are not text. */
  asides?: readonly string[];
}

/** A record with its fields in the types of its schema. `writeExact` writes back what was sent. */
export function asRead(sent: unknown, fields: Lenient): unknown {
  return isRecord(sent) ? recordAsRead(sent, fields) : sent;
}

function recordAsRead(
  sent: Record<string, unknown>,
  { numbers = [], texts = [], asides = [] }: Lenient,
): Record<string, unknown> {
  const read: Record<string, unknown> = { ...sent };
  const changed: Record<string, { read?: unknown; sent: unknown }> = {};

  function change(field: string, to: unknown): void {
    if (to === read[field]) return;
    changed[field] = to === undefined ? { sent: sent[field] } : { read: to, sent: sent[field] };
    read[field] = to;
  }
  for (const field of numbers) change(field, numberIn(sent[field]) ?? sent[field]);
  for (const field of texts) change(field, textIn(sent[field]) ?? sent[field]);
  for (const field of asides) change(field, typeof read[field] === "string" ? read[field] : undefined);
  return withSent(read, changed);
}
