import type { Redis } from "ioredis";
import { jobPrefix } from "../../jobs/job-prefix.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type Sealer, keyIdOf, sealedTextsIn } from "../seal.ts";
import { type Binding, type SealedLocation, bindingOf } from "./sealed-locations.ts";
import { type Entry, entriesUnder, readAgain, replaceEntry } from "./entries.ts";

/** How many texts of one place are sealed with a key; `what` is undefined where nobody is known to seal. */
export interface SealedCount {
  keyId: string;
  what: string | undefined;
  texts: number;
}

/** What became of a rotation. */
export interface Rotation {
  /** By place, how many texts were sealed anew. */
  resealed: Map<string, number>;
  /** The keys in Redis with texts that could not be, and why. */
  left: { key: string; why: string }[];
}

const prefixes = ["qm:", `${jobPrefix}:`];

/** Counts all sealed texts by key and place. */
export async function countSealed(
  redis: Redis,
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
 * Seals everything with the first key that another one seals, while the app runs: each text is changed only where nobody
 * changed it meanwhile, and again until there is none. To do it twice, or to be stopped half-way, does no harm.
 */
export async function rotateKeys(redis: Redis, keys: Keys): Promise<Rotation> {
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

async function* allEntries(redis: Redis): AsyncGenerator<Entry> {
  for (const prefix of prefixes) yield* entriesUnder(redis, prefix);
}

function hasOthers({ text }: Entry, firstKeyId: string): boolean {
  return sealedTextsIn(text).some((sealed) => keyIdOf(sealed) !== firstKeyId);
}

/** What to seal with, and where. */
interface Keys {
  sealer: Sealer;
  /** The key to seal everything with. */
  firstKeyId: string;
  locations: readonly SealedLocation[];
}

interface Outcome {
  what: string;
  /** How many were sealed anew. */
  texts: number;
  /** What kept others from it. */
  why?: string;
}

/** Seals an entry's texts anew, but for those that cannot be opened. */
async function reseal(redis: Redis, read: Entry, keys: Keys): Promise<Outcome> {
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
