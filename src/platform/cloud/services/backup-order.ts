import type { Backup } from "./backup.ts";
import { parseTime } from "../../../lib/time.ts";

/** Backups by when they say they began, the newest first; those that do not say it come last. */
export function newestFirst(backups: readonly Backup[]): Backup[] {
  return backups.toSorted((a, b) => startOf(b) - startOf(a) || (a.id < b.id ? -1 : 1));
}

function startOf({ startedAt }: Backup): number {
  return parseTime(startedAt)?.getTime() ?? Number.MIN_SAFE_INTEGER;
}
