import { plural, humanBytes } from "../../../lib/text.ts";
import { dayMs, hourMs, minuteMs, humanDuration } from "../../../lib/duration.ts";
import { type Backup, stateOf } from "../../../platform/cloud/services/backup.ts";
import { parseTime } from "../../../lib/time.ts";
import { durationOf, isAmount } from "./facts.ts";

/** The default for the age of a last good backup: a day, and two hours for making it. */
export const defaultMaxAgeMs = 26 * hourMs;

export const shortestMs = hourMs;
export const longestMs = 90 * dayMs;

/** An age, exact to the minute: "26 hours", "2 days", "90 minutes". */
export function formatAge(ms: number): string {
  if (ms % dayMs === 0) return plural(ms / dayMs, "day");
  return ms % hourMs === 0 ? plural(ms / hourMs, "hour") : plural(Math.round(ms / minuteMs), "minute");
}

/** A rounded time span: "40 minutes", "26 hours", "3 days". Days start at two, because hours say more about a backup. */
export function formatSpan(ms: number): string {
  if (ms < minuteMs) return "less than a minute";
  if (ms < hourMs) return plural(Math.round(ms / minuteMs), "minute");
  return ms < 2 * dayMs ? plural(Math.round(ms / hourMs), "hour") : plural(Math.round(ms / dayMs), "day");
}

/** The bucket's path without credentials; undefined if the server reports none, as for its own storage. */
export function bucketPathOf({ bucket }: Backup): string | undefined {
  return bucket?.bucketPath?.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//") || undefined;
}

/** A backup's status; an unknown word stays as it is. */
export function formatBackupState(backup: Backup): string {
  const state = stateOf(backup);
  return state === "unknown" ? backup.status || "Unfinished" : words[state];
}

const words = { done: "Done", failed: "Failed", running: "Running" };

/** How long a running backup has run; empty for others, and if its start is unknown. */
export function formatRunningFor(backup: Backup, now: Date): string {
  const startedAt = stateOf(backup) === "running" ? parseTime(backup.startedAt) : undefined;
  const seconds = startedAt ? (now.getTime() - startedAt.getTime()) / 1000 : -1;
  return seconds < 0 ? "" : humanDuration(seconds);
}

/** A backup's kind: the server's word with a capital letter. */
export function formatKind({ type = "" }: Backup): string {
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ");
}

/** How long a backup took; empty if unknown. */
export function formatDuration(backup: Backup): string {
  const seconds = durationOf(backup);
  return seconds === undefined ? "" : humanDuration(seconds);
}

/** A backup's size; empty if unknown. */
export function formatSize({ sizeInBytes }: Backup): string {
  return isAmount(sizeInBytes) ? humanBytes(sizeInBytes) : "";
}
