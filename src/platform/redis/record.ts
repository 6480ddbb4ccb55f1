import type { z } from "zod";
import { AppError } from "../../lib/errors.ts";

/** Reads what Redis kept by its schema; what does not fit is a `bug` that names the place, never a guess. */
export function readRecord<Schema extends z.ZodType>(
  schema: Schema,
  stored: string,
  key: string,
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(stored));
  if (parsed.success) return parsed.data;
  throw new AppError("bug", `What is stored as ${key} cannot be read.`, { cause: parsed.error });
}

/** The same, with undefined for what does not fit: for lists of which one broken record must not hide the others. */
export function tryRecord<Schema extends z.ZodType>(
  schema: Schema,
  stored: string,
): z.output<Schema> | undefined {
  return schema.safeParse(parseJson(stored)).data;
}

/** Reads as `readRecord` does, and a text that it read lately without reading it anew; what it answers is not to be changed. */
export function recordReader<Schema extends z.ZodType>(
  schema: Schema,
  key: string,
  mostKept: number,
): (stored: string) => z.output<Schema> {
  const known = new Map<string, z.output<Schema>>();
  return (stored) => {
    const before = known.get(stored);
    if (before !== undefined) return before;
    const record = readRecord(schema, stored, key);
    // The oldest makes room.
    const oldest = known.size < mostKept ? undefined : known.keys().next().value;
    if (oldest !== undefined) known.delete(oldest);
    known.set(stored, record);
    return record;
  };
}

function parseJson(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    // Broken JSON fails the schema just like any other value of the wrong shape.
    return undefined;
  }
}
