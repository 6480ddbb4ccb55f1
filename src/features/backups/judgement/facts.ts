import { type Backup, type BackupState, stateOf } from "../../../platform/cloud/services/backup.ts";
import { parseTime } from "../../../lib/time.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** What there is to judge of a backup; what is absent, broken or impossible is left out. */
export interface BackupFacts {
  id: string;
  state: BackupState;
  /** The server's word, say "full" or "incremental", in small letters; empty where it has none. */
  kind: string;
  /** When it began, or ended where nothing else is known: it holds the data of that moment. Never ahead of now. */
  at?: Date;
  sizeInBytes?: number;
  durationInSeconds?: number;
}

// How far the cloud's clock may be ahead. This may be generous: a time that is ahead counts as now.
const cloudClockToleranceMs = 10 * minuteMs;

/** The facts of backups, the newest first; those that tell no time come last. The order they came in does not matter. */
export function factsOf(backups: readonly Backup[], now: Date): BackupFacts[] {
  return backups.map((backup) => factsOfOne(backup, now)).sort(newestFirst);
}

function factsOfOne(backup: Backup, now: Date): BackupFacts {
  const { id, startedAt, finishedAt, sizeInBytes, type = "" } = backup;
  const at = believable(parseTime(startedAt), now) ?? believable(parseTime(finishedAt), now);
  const durationInSeconds = durationOf(backup);
  return {
    id,
    state: stateOf(backup),
    kind: type.trim().toLowerCase(),
    ...(at === undefined ? {} : { at }),
    ...(isAmount(sizeInBytes) ? { sizeInBytes } : {}),
    ...(durationInSeconds === undefined ? {} : { durationInSeconds }),
  };
}

function believable(time: Date | undefined, now: Date): Date | undefined {
  if (time === undefined || time.getTime() > now.getTime() + cloudClockToleranceMs) return undefined;
  return time > now ? now : time;
}

/** Of the same moment, the good ones first; then by id, so that every order they come in leads to the same one. */
function newestFirst(a: BackupFacts, b: BackupFacts): number {
  const [atA, atB] = [a.at?.getTime() ?? -Infinity, b.at?.getTime() ?? -Infinity];
  if (atA !== atB) return atB - atA;
  if (a.state !== b.state) return a.state < b.state ? -1 : 1;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return a.kind < b.kind ? -1 : 1;
}

/** How long a backup took, in seconds: as it is told, or else from its times; undefined where neither makes sense. */
export function durationOf({ durationInSeconds, startedAt, finishedAt }: Backup): number | undefined {
  const [start, end] = [parseTime(startedAt), parseTime(finishedAt)];
  const seconds = durationInSeconds ?? (start && end && (end.getTime() - start.getTime()) / 1_000);
  return isAmount(seconds) ? seconds : undefined;
}

/** True for a number that can be how much there is of something. */
export function isAmount(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0;
}

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
