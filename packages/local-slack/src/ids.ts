import { randomBytes } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** An id like Slack's: its kind's letter and ten capitals or digits, as in `V0K3J9QZ2AB`. */
export function newId(prefix: string): string {
  const letters = Array.from(randomBytes(10), (byte) => alphabet.charAt(byte % alphabet.length));
  return `${prefix}${letters.join("")}`;
}

/** A token of `sizeInBytes` random bytes in hex, for secrets and secret addresses. */
export function newSecret(sizeInBytes: number): string {
  return randomBytes(sizeInBytes).toString("hex");
}
