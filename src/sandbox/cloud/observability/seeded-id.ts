import { seededToken } from "../seeded-random.ts";

/** An id as running servers write them, 24 hex digits, that is always the same for the same key. */
export function seededId(...key: string[]): string {
  return seededToken(24, ...key);
}
