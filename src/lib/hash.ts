import { hash, timingSafeEqual } from "node:crypto";

/** The SHA-256 hash of a text, or of its bytes, as hexadecimal digits: all 64, or the first `digits`. */
export function hashText(text: string | Buffer, digits = 64): string {
  return hash("sha256", text).slice(0, digits);
}

/**
 * The SHA-256 hash of a value's JSON as hexadecimal digits. The default of 32 digits (128 bits) tells any two values
 * apart. Ask for fewer only if people see the hash, or if it tells apart a few values side by side.
 */
export function hashJson(value: unknown, digits = 32): string {
  return hashText(JSON.stringify(value), digits);
}

/** The hash that Redis computes: `redis.sha1hex` in scripts, and a script's name for EVALSHA. */
export function sha1Hex(text: string): string {
  return hash("sha1", text);
}

/** Compares two texts or byte strings. The time it takes depends on their lengths only. */
export function isEqualInConstantTime(a: string | Buffer, b: string | Buffer): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
