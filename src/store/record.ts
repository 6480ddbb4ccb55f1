import type { z } from "zod";
import { AppError } from "../errors.ts";

/** Reads what Redis kept by its schema; what does not fit is a `bug` that names the place, never a guess. */
export function readRecord<Schema extends z.ZodType>(
  schema: Schema,
  stored: string,
  place: string,
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(stored));
  if (parsed.success) return parsed.data;
  throw new AppError("bug", `What is stored as ${place} cannot be read.`, { cause: parsed.error });
}

/** The same, with undefined for what does not fit: for lists of which one broken record must not hide the others. */
export function tryRecord<Schema extends z.ZodType>(
  schema: Schema,
  stored: string,
): z.output<Schema> | undefined {
  return schema.safeParse(parseJson(stored)).data;
}

function parseJson(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    // Broken JSON fails the schema just like any other value of the wrong shape.
    return undefined;
  }
}
