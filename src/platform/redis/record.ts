import type { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import type { RedisClient } from "./connect.ts";
import { script } from "./script.ts";

/** Reads a record by its schema. A record that does not fit is a `bug` that names the key. */
export function readRecord<Schema extends z.ZodType>(
  schema: Schema,
  stored: string,
  key: string,
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(stored));
  if (parsed.success) return parsed.data;
  throw new AppError("bug", `Can't read the record at ${key}.`, { cause: parsed.error });
}

/** Undefined for a record that does not fit. */
export function tryRecord<Schema extends z.ZodType>(
  schema: Schema,
  stored: string,
): z.output<Schema> | undefined {
  return schema.safeParse(parseJson(stored)).data;
}

/** The records that fit. One that is broken, or of a newer version, hides none of the others. */
export function readableRecords<Schema extends z.ZodType>(
  schema: Schema,
  stored: readonly (string | null)[],
): z.output<Schema>[] {
  return stored.flatMap((record) => {
    const read = record === null ? undefined : schema.safeParse(parseJson(record));
    return read?.success ? [read.data] : [];
  });
}

/** Reads like `readRecord`, and parses a text that it read a short time ago only once. Do not change its result. */
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
    // The oldest goes first.
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
    // Broken JSON fails the schema like any other wrong value.
    return undefined;
  }
}

// A missing field counts as "".
const replaceUnchanged = script(`
if (redis.call("HGET", KEYS[1], ARGV[1]) or "") ~= ARGV[2] then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[3])
return 1
`);

/**
 * Changes one record of a hash atomically, and returns the result. `change` gets undefined for a missing record, and
 * may run several times. If it returns the same record or undefined, nothing is written.
 */
export async function changeField<Stored>(
  redis: RedisClient,
  { key, field, read }: { key: string; field: string; read: (stored: string) => Stored | Promise<Stored> },
  change: (present: Stored | undefined) => Stored | undefined,
): Promise<Stored | undefined> {
  for (;;) {
    const stored = await redis.hget(key, field);
    const present = stored === null ? undefined : await read(stored);
    const next = change(present);
    if (next === undefined || next === present) return next;
    const args = [field, stored ?? "", JSON.stringify(next)];
    if ((await replaceUnchanged(redis, [key], args)) === 1) return next;
  }
}
