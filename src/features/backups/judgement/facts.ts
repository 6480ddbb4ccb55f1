import { type Backup, type BackupState, stateOf } from "../../../platform/cloud/services/backup.ts";
import { parseTime } from "../../../lib/time.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** The facts that a backup is judged by. Missing and impossible ones are undefined. */
export interface BackupFacts {
  id: string;
  state: BackupState;
  /** The server's word in small letters, such as "full" or "incremental"; empty if there is none. */
  kind: string;
  /** When it began, or else when it ended: it holds the data of that moment. Never in the future. */
  at?: Date;
  sizeInBytes?: number;
  durationInSeconds?: number;
}

// How far the cloud's clock may be ahead. A time that is ahead counts as now.
const cloudClockToleranceMs = 10 * minuteMs;

/** The facts of backups in any order, the newest first. Those without a time come last. */
export function factsOf(backups: readonly Backup[], now: Date): BackupFacts[] {
  return backups.map((backup) => factsOfOne(backup, now)).sort(newestFirst);
}

function factsOfOne(backup: Backup, now: Date): BackupFacts {
  const { id, startedAt, finishedAt, sizeInBytes, type = "" } = backup;
  return {
    id,
    state: stateOf(backup),
    kind: type.trim().toLowerCase(),
    at: believable(parseTime(startedAt), now) ?? believable(parseTime(finishedAt), now),
    sizeInBytes: isAmount(sizeInBytes) ? sizeInBytes : undefined,
    durationInSeconds: durationOf(backup),
  };
}

function believable(time: Date | undefined, now: Date): Date | undefined {
  if (time === undefined || time.getTime() > now.getTime() + cloudClockToleranceMs) return undefined;
  return time > now ? now : time;
}

/** Good backups of the same moment come first. The id makes the order the same for any input order. */
function newestFirst(a: BackupFacts, b: BackupFacts): number {
  const [atA, atB] = [a.at?.getTime() ?? -Infinity, b.at?.getTime() ?? -Infinity];
  if (atA !== atB) return atB - atA;
  if (a.state !== b.state) return a.state < b.state ? -1 : 1;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return a.kind < b.kind ? -1 : 1;
}

/** How long a backup took, in seconds: the server's number, or else from its times. Undefined if neither is possible. */
export function durationOf({ durationInSeconds, startedAt, finishedAt }: Backup): number | undefined {
  const [start, end] = [parseTime(startedAt), parseTime(finishedAt)];
  const seconds = durationInSeconds ?? (start && end && (end.getTime() - start.getTime()) / 1_000);
  return isAmount(seconds) ? seconds : undefined;
}

/** True for a number that can be an amount: finite and at least 0. */
export function isAmount(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0;
}

/** The newest good backup. */
export interface LastGood {
  /** Undefined if there is none. */
  at?: Date;
  /** The number of failed backups after it. */
  failedSince: number;
  /** The number of others that may have failed after it: in a state that isn't known, or failed at a time that isn't. */
  unclearSince: number;
}

/** The newest good backup among these, and the failures after it. */
export function lastGoodOf(backups: readonly Backup[], now: Date): LastGood {
  const facts = factsOf(backups, now);
  const index = facts.findIndex(({ state, at }) => state === "done" && at !== undefined);
  const since = index === -1 ? facts : facts.slice(0, index);
  const failedSince = since.filter(({ state }) => state === "failed").length;
  const undated = facts.filter(({ state, at }) => at === undefined && state === "failed");
  const unclear = new Set([...since.filter(({ state }) => state === "unknown"), ...undated]);
  return { at: facts[index]?.at, failedSince, unclearSince: unclear.size };
}

/** True if the last good backup is young enough. */
export function promiseHolds(
  { at }: Pick<LastGood, "at" | "failedSince">,
  maxAgeMs: number,
  now: Date,
): boolean {
  return at !== undefined && now.getTime() - at.getTime() <= maxAgeMs;
}
