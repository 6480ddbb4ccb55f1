import { z } from "zod";

/** A yes or no: JSON booleans, and "true", "false", "1", "0" in forms. */
export const Flag = z.union([z.boolean(), z.stringbool()]);

/** A whole number, also written as text. */
export const Count = z.coerce.number().int().nonnegative();

/** The same, also written as JSON in a string, as forms carry lists and objects. */
export function orJson<Schema extends z.ZodType>(schema: Schema): z.ZodPreprocess<Schema> {
  return z.preprocess((value) => (typeof value === "string" ? parsedOrSame(value) : value), schema);
}

/** Words separated by commas, as in ids and types. */
export const Words = z.string().transform((text) => text.split(",").map((word) => word.trim()));

function parsedOrSame(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
