import { createHash } from "node:crypto";

type Key = readonly (string | number)[];

function hashKey(key: Key): Buffer {
  return createHash("sha256").update(key.join("\n")).digest();
}

/** A number from `low` up to `high` that looks random and is always the same for the same key. */
export function seededBetween(low: number, high: number, ...key: Key): number {
  return low + ((high - low) * hashKey(key).readUInt32BE(0)) / 2 ** 32;
}

/** A version 4 uuid that is always the same for the same key. */
export function seededUuid(...key: Key): string {
  const bytes = hashKey(key).subarray(0, 16);
  // RFC 9562, section 5.4: four bits say version 4, two bits say the variant
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** A string of digits and the letters a to f, at most 64 long, that is always the same for the same key. */
export function seededToken(length: number, ...key: Key): string {
  return hashKey(key).toString("hex").slice(0, length);
}
