import { dayMs, hourMs, humanDuration, minuteMs } from "../../../lib/duration.ts";
import { humanBytes, plural } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Backup, stateOf } from "../../../platform/cloud/services/backup.ts";
import { firstDue } from "../texts.ts";
import { durationOf, isAmount } from "./facts.ts";
import type { Judgement, Warning } from "./judge.ts";
import type { Usual } from "./rhythm.ts";

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

/** Most services have two kinds of backups. More would hide the one that matters. */
const shownKinds = 2;

/** The judgement in sentences of mrkdwn, the warnings on lines of their own. `short` leaves out the usual, and is one line. */
export function formatJudgement(judgement: Judgement, { short = false } = {}): string {
  const warnings = formatWarnings(judgement);
  const status = formatFreshness(judgement, short ? [] : judgement.usual);
  if (warnings.length === 0) return status;
  return [status, ...warnings].join(short ? " " : "\n");
}

function formatFreshness(judgement: Judgement, usual: readonly Usual[]): string {
  const { counts, lastGoodAgoMs } = judgement;
  const { all, good, failed, running } = counts;
  if (lastGoodAgoMs !== undefined)
    return `Last good backup ${formatSpan(lastGoodAgoMs)} ago.${usually(usual)}`;
  if (good > 0) return "There are good backups.";
  if (failed > 0 && failed === all)
    return all === 1 ? "No good backup: the only one failed." : `No good backup: all ${all} failed.`;
  return all === running ? firstDue(judgement) : "No good backup.";
}

function usually(usual: readonly Usual[]): string {
  const kinds = usual.map(formatUsual).filter(({ text }) => text !== "");
  if (kinds.length === 0) return "";
  const shown = kinds.slice(0, shownKinds);
  const texts = shown.map(({ kind, text }) => (shown.length === 1 || kind === "" ? text : `${kind} ${text}`));
  return ` Usually ${texts.join(", ")}.`;
}

function formatUsual({ kind, sizeInBytes, durationInSeconds }: Usual): { kind: string; text: string } {
  const text = [
    ...(sizeInBytes === undefined ? [] : [humanBytes(sizeInBytes)]),
    ...(durationInSeconds === undefined ? [] : [`in ${humanDuration(durationInSeconds)}`]),
  ].join(" ");
  return { kind: escapeName(kind, 20), text };
}

/** The warnings as sentences of mrkdwn. The first line already says if all have failed. */
function formatWarnings({ counts, warnings }: Judgement): string[] {
  const unsaid = warnings.filter(({ about }) => about !== "failed" || counts.failed < counts.all);
  return unsaid.map(formatWarning);
}

function formatWarning(warning: Warning): string {
  switch (warning.about) {
    case "failed":
      return formatFailed(warning);
    case "overdue":
      return formatOverdue(warning);
    case "silent":
      return `No backup started for ${formatSpan(warning.lastAgoMs)}.`;
    case "undated":
      return "No good backup has a time, so I can't tell how old they are.";
    case "shrunken":
      return `The newest ${one(warning.kind)} has ${humanBytes(warning.sizeInBytes)}, less than half the usual ${humanBytes(warning.usualSizeInBytes)}.`;
  }
}

function formatFailed({ inARow, lastAgoMs }: Extract<Warning, { about: "failed" }>): string {
  const ago = lastAgoMs === undefined ? "" : `${formatSpan(lastAgoMs)} ago`;
  if (inARow === 1) return `The last backup failed${ago && ` ${ago}`}.`;
  return `The last ${inARow} backups failed${ago && `, the newest ${ago}`}.`;
}

function formatOverdue({ kind, everyMs, lastAgoMs }: Extract<Warning, { about: "overdue" }>): string {
  const [last, every] = [`started ${formatSpan(lastAgoMs)} ago`, formatSpan(everyMs)];
  return `The last ${one(kind ?? "")} ${last}. Usually one starts every ${every}.`;
}

/** "full backup" for a kind of that name. */
function one(kind: string): string {
  return kind === "" ? "backup" : `${escapeName(kind, 20)} backup`;
}
