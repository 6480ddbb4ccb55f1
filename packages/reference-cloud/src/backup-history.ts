import { dataSizeInBytes } from "./data-size.ts";
import { seededBetween, seededUuid } from "./seeded-random.ts";
import type { ServiceRecord } from "./service-record.ts";
import { daysFrom, dayStart, utcDay } from "./utc-day.ts";
import { dayMs, hourMs } from "./duration.ts";

const keptMs = 30 * dayMs;
const usualFirstAfterMs = 5 * 60 * 1000;
const fullBackupHour = 2;
const incrementalHours = [8, 14, 20];
const failureShare = 0.03;
const bytesPerSecond = 105_000_000;

/** A service's settings, from the last call of their control. */
export interface BackupSettings {
  /** Whether its latest ended backup failed. By default few do, by chance. */
  lastFailed?: boolean | undefined;
  /** The time from its creation to its first backup. */
  firstAfterMs?: number | undefined;
}

/** The settings of the backups of all services. */
export interface BackupWorld {
  /** Whether some backups fail by chance. */
  readonly fail: boolean;
  /** By the service's id. */
  readonly settings: Map<string, BackupSettings>;
}

type Kind = "initial" | "daily" | "six-hourly";

interface PlannedBackup {
  kind: Kind;
  startedAt: Date;
}

/**
 * The backups of a service's last 30 days, oldest first: one some minutes after its creation, a full one each
 * day at 02:00 UTC, increments six hours apart. They follow from the service, its settings and the time alone.
 */
export function backupHistory(service: ServiceRecord, now: Date, { fail, settings }: BackupWorld) {
  const { lastFailed, firstAfterMs } = settings.get(service.details.id) ?? {};
  const planned = plannedBackups(service, now, firstAfterMs).filter(
    ({ startedAt }) => startedAt <= now && startedAt.getTime() >= now.getTime() - keptMs,
  );
  const backups = planned.map((each) => backup(service, each, now, fail ? undefined : false));
  const last = backups.findLastIndex(({ status }) => status !== "in_progress");
  const latest = planned[last];
  if (latest === undefined || lastFailed === undefined) return backups;
  return backups.with(last, backup(service, latest, now, lastFailed));
}

function plannedBackups(
  { createdAt, details }: ServiceRecord,
  now: Date,
  firstAfterMs = usualFirstAfterMs,
): PlannedBackup[] {
  const initial = new Date(createdAt.getTime() + firstAfterMs);
  const firstKept = new Date(Math.max(createdAt.getTime(), now.getTime() - keptMs));
  const scheduled = daysFrom(utcDay(firstKept), utcDay(now))
    .flatMap((day) => dayPlan(day, details.id))
    .filter(({ startedAt }) => startedAt.getTime() > initial.getTime() + hourMs);
  return [{ kind: "initial", startedAt: initial }, ...scheduled];
}

function dayPlan(day: string, serviceId: string): PlannedBackup[] {
  return [fullBackupHour, ...incrementalHours].map((hour) => {
    const lateMs = Math.round(seededBetween(1000, 9000, serviceId, day, hour));
    const startedAt = new Date(dayStart(day).getTime() + hour * hourMs + lateMs);
    return { kind: hour === fullBackupHour ? "daily" : "six-hourly", startedAt };
  });
}

function backup(service: ServiceRecord, { kind, startedAt }: PlannedBackup, now: Date, hasFailed?: boolean) {
  const id = seededUuid(service.details.id, startedAt.toISOString());
  const size = backupSize(service, kind, startedAt);
  const { status, ...measures } = progress(id, size, { kind, startedAt, now, hasFailed });
  return {
    id,
    serviceId: service.details.id,
    startedAt: startedAt.toISOString(),
    ...measures,
    backupName: kind,
    bucket: bucket(service, id),
    status,
    type: kind === "six-hourly" ? "incremental" : "full",
  };
}

/** An increment has the changed share of the data. */
function backupSize(service: ServiceRecord, kind: Kind, startedAt: Date): number {
  const share =
    kind === "six-hourly" ? seededBetween(0.02, 0.06, service.details.id, startedAt.getTime()) : 1;
  return Math.round(dataSizeInBytes(service, startedAt) * share);
}

/** A running backup has no end, size or duration. A failed one ends early and has no size. */
function progress(
  id: string,
  sizeInBytes: number,
  { kind, startedAt, now, hasFailed }: PlannedBackup & { now: Date; hasFailed: boolean | undefined },
) {
  const isUnlucky = kind !== "initial" && seededBetween(0, 1, id, "fails") < failureShare;
  const failed = hasFailed ?? isUnlucky;
  const wholeSeconds = 20 + sizeInBytes / (bytesPerSecond * seededBetween(0.85, 1.15, id, "speed"));
  const durationInSeconds = Math.round(failed ? wholeSeconds / 3 : wholeSeconds);
  const finishedAt = new Date(startedAt.getTime() + durationInSeconds * 1000);
  if (finishedAt > now) return { status: "in_progress" };
  const finished = finishedAt.toISOString();
  if (failed) return { status: "error", finishedAt: finished, durationInSeconds };
  return { status: "done", finishedAt: finished, sizeInBytes, durationInSeconds };
}

function bucket({ details }: ServiceRecord, backupId: string) {
  const scheme = { aws: "s3", gcp: "gs", azure: "az" }[details.provider];
  const bucketPath = `${scheme}://backups-${details.region}/${details.id}/${backupId}`;
  if (details.provider !== "aws") return { bucketPath };
  return {
    bucketPath,
    iamRoleArn: "arn:aws:iam::123456789012:role/database-backups",
    iamRoleSessionName: `backup-${backupId.slice(0, 8)}`,
  };
}
