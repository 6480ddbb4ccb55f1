import { seededToken } from "../seeded-random.ts";

/** An id like those of running servers, 24 hex digits, always the same for the same key. */
export function seededId(...key: string[]): string {
  return seededToken(24, ...key);
}
