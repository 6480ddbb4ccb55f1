import type { RedisClient } from "./connect.ts";
import { script } from "./script.ts";

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
