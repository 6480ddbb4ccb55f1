import type { RedisClient } from "../../redis/connect.ts";
import { jobKeys } from "../../redis/keys.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type Sealer, keyIdOf, sealedTextsIn } from "../seal.ts";
import { type Binding, type SealedLocation, bindingOf } from "./sealed-locations.ts";
import { type Entry, entriesUnder, readAgain, replaceEntry } from "./entries.ts";

/** How many texts of one location are sealed with a key. `what` is undefined for an unknown location. */
export interface SealedCount {
  keyId: string;
  what: string | undefined;
  texts: number;
}

/** The outcome of a rotation. */
export interface Rotation {
  /** By location, how many texts were resealed. */
  resealed: Map<string, number>;
  /** The keys in Redis with texts that couldn't be resealed, and why. */
  left: { key: string; why: string }[];
}

const prefixes = ["qm:", jobKeys];

/** Counts all sealed texts, by key and location. */
export async function countSealed(
  redis: RedisClient,
  locations: readonly SealedLocation[],
): Promise<SealedCount[]> {
  const counts = new Map<string, SealedCount>();
  for await (const entry of allEntries(redis)) {
    for (const sealed of sealedTextsIn(entry.text)) {
      const [keyId, what] = [keyIdOf(sealed), bindingOf(entry, locations)?.what];
      const count = counts.get(`${keyId} ${what}`) ?? { keyId, what, texts: 0 };
      counts.set(`${keyId} ${what}`, { ...count, texts: count.texts + 1 });
    }
  }
  return [...counts.values()].toSorted(
    (a, b) => a.keyId.localeCompare(b.keyId) || (a.what ?? "").localeCompare(b.what ?? ""),
  );
}

/**
 * Reseals every text with the first key while the app runs. A text that changes in the meantime is read again. Safe
 * to repeat, and to stop halfway.
 */
export async function rotateKeys(redis: RedisClient, keys: Keys): Promise<Rotation> {
  const resealed = new Map<string, number>();
  for (;;) {
    const left: Rotation["left"] = [];
    let changes = 0;
    for await (const entry of allEntries(redis)) {
      if (!hasOthers(entry, keys.firstKeyId)) continue;
      const { what, texts, why } = await reseal(redis, entry, keys);
      if (texts > 0) resealed.set(what, (resealed.get(what) ?? 0) + texts);
      if (why !== undefined) left.push({ key: entry.key, why });
      changes += texts;
    }
    if (changes === 0) return { resealed, left };
  }
}

async function* allEntries(redis: RedisClient): AsyncGenerator<Entry> {
  for (const prefix of prefixes) yield* entriesUnder(redis, prefix);
}

function hasOthers({ text }: Entry, firstKeyId: string): boolean {
  return sealedTextsIn(text).some((sealed) => keyIdOf(sealed) !== firstKeyId);
}

/** The keys, and the locations of sealed texts. */
interface Keys {
  sealer: Sealer;
  /** The key to seal with. */
  firstKeyId: string;
  locations: readonly SealedLocation[];
}

interface Outcome {
  what: string;
  /** How many were resealed. */
  texts: number;
  /** Why others were not. */
  why?: string;
}

/** Reseals an entry's texts, except those that cannot be opened. */
async function reseal(redis: RedisClient, read: Entry, keys: Keys): Promise<Outcome> {
  let entry: Entry | undefined = read;
  while (entry && hasOthers(entry, keys.firstKeyId)) {
    const binding = bindingOf(entry, keys.locations);
    if (!binding || !entry.isReplaceable)
      return { what: "", texts: 0, why: "Nothing is known to be sealed there." };
    const { text, ...outcome } = withFirstKey(entry.text, binding, keys);
    if (outcome.texts === 0 || (await replaceEntry(redis, entry, text))) return outcome;
    entry = await readAgain(redis, entry);
  }
  return { what: "", texts: 0 };
}

function withFirstKey(
  text: string,
  { what, workspaceId, purpose }: Binding,
  { sealer, firstKeyId }: Keys,
): Outcome & { text: string } {
  const own = sealer.forWorkspace(workspaceId);
  const outcome: Outcome & { text: string } = { what, text, texts: 0 };
  for (const sealed of new Set(sealedTextsIn(text))) {
    if (keyIdOf(sealed) === firstKeyId) continue;
    try {
      const resealed = own.seal(own.open(sealed, purpose), purpose);
      outcome.text = outcome.text.replaceAll(sealed, resealed);
      outcome.texts += 1;
    } catch (error) {
      if (!isAppError(error, "auth")) throw error;
      outcome.why = error.message;
    }
  }
  return outcome;
}
