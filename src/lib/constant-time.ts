import { timingSafeEqual } from "node:crypto";

/** Compares two texts or byte strings. The time it takes depends on their lengths only. */
export function isEqualInConstantTime(a: string | Buffer, b: string | Buffer): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
