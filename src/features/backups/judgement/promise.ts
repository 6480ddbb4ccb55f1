import type { Backup } from "../../../platform/cloud/services/backup.ts";
import { factsOf } from "./facts.ts";

/** The newest good backup, as far as a promise is about it. */
export interface LastGood {
  /** When it was made; absent where none is good. */
  at?: Date;
  /** How many failed after it. */
  failedSince: number;
}

/** The newest good backup among these, and what failed after it. */
export function lastGoodOf(backups: readonly Backup[], now: Date): LastGood {
  const facts = factsOf(backups, now);
  const index = facts.findIndex(({ state, at }) => state === "done" && at !== undefined);
  const since = index === -1 ? facts : facts.slice(0, index);
  const failedSince = since.filter(({ state }) => state === "failed").length;
  const at = facts[index]?.at;
  return at === undefined ? { failedSince } : { at, failedSince };
}

/** True where a good backup is no older than it may be. */
export function promiseHolds({ at }: LastGood, maxAgeMs: number, now: Date): boolean {
  return at !== undefined && now.getTime() - at.getTime() <= maxAgeMs;
}
