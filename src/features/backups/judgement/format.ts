import { AppError } from "../../../lib/errors.ts";
import { plural, humanBytes } from "../../../lib/text.ts";
import { dayMs, hourMs, minuteMs, humanDuration } from "../../../lib/duration.ts";
import { type Backup, stateOf } from "../../../platform/cloud/services/backup.ts";
import { parseTime } from "../../../lib/time.ts";
import { ageOutOfRange, badAge } from "../texts.ts";
import { durationOf, isAmount } from "./facts.ts";

/** The default for the age of a last good backup: a day, and two hours for making it. */
export const defaultMaxAgeMs = 26 * hourMs;

export const shortestMs = hourMs;
export const longestMs = 90 * dayMs;

const units = [
  { name: /^m(in(ute)?s?)?$/i, ms: minuteMs },
  { name: /^h(ours?|rs?)?$/i, ms: hourMs },
  { name: /^d(ays?)?$/i, ms: dayMs },
  { name: /^w(eeks?)?$/i, ms: 7 * dayMs },
];

/** Reads an age such as "26h", "2d" or "90 min" as milliseconds of whole minutes. Fails as user outside 1 h to 90 days. */
export function parseMaxAge(words: string): number {
  const [, count = "", name = ""] = /^(\d{1,6}(?:\.\d{1,3})?)\s*([a-z]+)$/i.exec(words.trim()) ?? [];
  const unit = units.find((each) => each.name.test(name));
  if (!unit) {
    throw new AppError("user", badAge(words.trim()));
  }
  const ms = Math.round((Number(count) * unit.ms) / minuteMs) * minuteMs;
  if (ms >= shortestMs && ms <= longestMs) return ms;
  throw new AppError("user", ageOutOfRange);
}

/** An age, exact to the minute: "26 hours", "2 days", "90 minutes". */
export function formatAge(ms: number): string {
  if (ms % dayMs === 0) return plural(ms / dayMs, "day");
  return ms % hourMs === 0 ? plural(ms / hourMs, "hour") : plural(Math.round(ms / minuteMs), "minute");
}

/** An age as people type it after `max-age`: "26h", "2d", "90min". */
export function ageAsTyped(ms: number): string {
  if (ms % dayMs === 0) return `${ms / dayMs}d`;
  return ms % hourMs === 0 ? `${ms / hourMs}h` : `${Math.round(ms / minuteMs)}min`;
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
