import { AppError } from "../../../lib/errors.ts";
import { plural, humanBytes } from "../../../lib/text.ts";
import { dayMs, hourMs, minuteMs, humanDuration } from "../../../lib/duration.ts";
import { type Backup, stateOf } from "../../../platform/cloud/services/backup.ts";
import { parseTime } from "../../../lib/time.ts";
import { durationOf, isAmount } from "./facts.ts";

/** The default for the age of a last good backup: a day, and two hours for making it. */
export const defaultMaxAgeMs = 26 * hourMs;

const shortestMs = hourMs;
const longestMs = 90 * dayMs;

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
    throw new AppError(
      "user",
      `I cannot read the age “${words.trim()}”. Write it as \`26h\`, \`2d\` or \`90 min\`.`,
    );
  }
  const ms = Math.round((Number(count) * unit.ms) / minuteMs) * minuteMs;
  if (ms >= shortestMs && ms <= longestMs) return ms;
  throw new AppError("user", "A backup may be from 1 hour to 90 days old, such as `max-age 26h`.");
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

const wholeLength = 32;
const lastPartLength = 8;

/** The bucket's path without credentials; undefined if the server reports none, as for its own storage. */
export function bucketPathOf({ bucket }: Backup): string | undefined {
  return bucket?.bucketPath?.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//") || undefined;
}

/** A long path shortened to its beginning and that of its last part: "s3://backups-eu-west-1/…/5c1d7e2a…". */
export function shortPath(path: string): string {
  if (path.length <= wholeLength) return path;
  const [, head = "", rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*\/?|[^/]*\/?)(.*)$/is.exec(path) ?? [];
  const last = rest.split("/").findLast((part) => part !== "");
  return last === undefined ? path : `${head.replace(/\/$/, "")}/…/${begun(last)}`;
}

function begun(part: string): string {
  return part.length <= lastPartLength + 1 ? part : `${part.slice(0, lastPartLength)}…`;
}

/** A backup's status; an unknown word stays as it is. */
export function formatBackupState(backup: Backup, now: Date): string {
  const state = stateOf(backup);
  if (state === "running") return formatRunning(parseTime(backup.startedAt), now);
  return state === "unknown" ? backup.status || "Not finished" : words[state];
}

const words = { done: "Done", failed: "Failed" };

function formatRunning(startedAt: Date | undefined, now: Date): string {
  const seconds = startedAt ? (now.getTime() - startedAt.getTime()) / 1000 : -1;
  return seconds < 0 ? "Running" : `Running for ${humanDuration(seconds)}`;
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
