import { type KeyObject, createSecretKey } from "node:crypto";
import { z } from "zod";

/** One of our keys, with the id that sealed texts name. Shown or logged, it reveals nothing. */
export interface SealingKey {
  id: string;
  key: KeyObject;
}

const example = "k1: followed by what `openssl rand -base64 32` prints";

/** Keys as `id:base64 of 32 bytes`, separated by commas. The first one seals. No problem repeats a value. */
export const SealingKeys = z
  .string({ error: `is missing. Enter an id and a key of 32 random bytes: ${example}.` })
  .transform((text, context): SealingKey[] => {
    const entries = text.split(",").map((entry, index) => readEntry(entry.trim(), index + 1));
    const problems = [
      ...entries.flatMap((entry) => (typeof entry === "string" ? [entry] : [])),
      ...repeatedIds(entries).map((id) => `has more than one key with the id ${id}. Give each its own.`),
    ];
    for (const message of problems) context.addIssue({ code: "custom", message });
    return entries.filter((entry) => typeof entry !== "string");
  });

/** The key of one entry, or its problem. */
function readEntry(entry: string, position: number): SealingKey | string {
  const [, id, key] = /^([\w-]{1,32}):(.*)$/.exec(entry) ?? [];
  // Text without an id may be a bare key, so the problem names its position only.
  if (id === undefined || key === undefined) {
    return `must name each key, and entry ${position} has no id of letters, digits, - and _ before a colon. Write ${example}.`;
  }
  if (!/^[\w+/-]{43}=?$/.test(key)) {
    return `must hold 32 bytes in base64 for each key, and the one with the id ${id} does not. Write ${example}.`;
  }
  const bytes = Buffer.from(key, "base64");
  // For example 32 zeros, as in many examples.
  if (bytes.every((byte) => byte === bytes[0])) {
    return `must hold random keys, and the one with the id ${id} is a single byte repeated. Write ${example}.`;
  }
  return { id, key: createSecretKey(bytes) };
}

function repeatedIds(entries: readonly (SealingKey | string)[]): string[] {
  const ids = entries.flatMap((entry) => (typeof entry === "string" ? [] : [entry.id]));
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
