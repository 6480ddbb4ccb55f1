import { z } from "zod";
import { isRestorable } from "../services/index.ts";
import { type Backup, newestFirst, stateOf } from "../../platform/cloud/services/backup.ts";
import { next, time, total } from "../../platform/commands/found.ts";
import { hourMs } from "../../lib/duration.ts";
import { parseTime } from "../../lib/time.ts";
import { idOfUnreadable } from "../../lib/json.ts";
import { durationOf, isAmount } from "./judgement/facts.ts";
import { bucketPathOf } from "./judgement/format.ts";
import { type Warning, judgeBackups } from "./judgement/judge.ts";
import { type FoundBackups, pageOf } from "./list/reply.ts";
import { type OverviewFacts, inOrder } from "./list/overview.ts";

// Backups as data for programs.

const text = (what: string) => z.string().optional().describe(what);
const amount = (what: string) => z.number().min(0).optional().describe(what);

const WarningData = z.object({
  about: z
    .enum(["failed", "overdue", "silent", "undated", "shrunken"])
    .describe(
      "failed: the last backups failed. overdue: one should have started. silent: none has started for a week. undated: no good backup has a time. shrunken: the newest one has less than half the usual size",
    ),
  kind: text("The kind of backups that it is about, such as full. Absent for all"),
  inARow: amount("How many failed since the last good one"),
  lastAt: time.optional().describe("When the last of these backups started"),
  usualEveryHours: amount("How far apart backups usually start, in hours"),
  sizeBytes: amount("The size of the newest one, in bytes"),
  usualSizeBytes: amount("The usual size, in bytes"),
});

const JudgementData = z.object({
  health: z
    .enum(["fine", "warned", "broken", "due", "unknown"])
    .describe(
      "broken: a restore may fail or lose too much. warned: look at the warnings. due: the service is younger than its first backup. unknown: the backups can't be read",
    ),
  lastGoodBackupAt: time.optional().describe("When the newest good backup started. Absent if there is none"),
  firstDueAt: time.optional().describe("When the first backup is or was due, if there is no good one"),
  counts: z
    .object({
      all: z.int().describe("All backups that can be read"),
      good: z.int().describe("Those that can be restored"),
      failed: z.int().describe("Those that failed"),
      running: z.int().describe("Those that are being made"),
    })
    .optional()
    .describe("How many backups there are. Absent if they can't be read"),
  warnings: z.array(WarningData),
  unreadable: z.int().min(0).describe("How many backups the cloud sent in a form that isn't known"),
  problem: text("Why the backups can't be read"),
});

/** The answer of `/db backups`. */
export const OverviewData = z.object({
  services: z
    .array(
      z.object({
        name: z.string(),
        id: z.string(),
        connection: z.string().describe("The connection to the cloud that runs it"),
        ...JudgementData.shape,
      }),
    )
    .describe("All services, those that need attention first"),
  total,
  asOf: time.describe("When this was read. The cloud's words may be a minute older"),
});

const BackupData = z.object({
  id: z.string(),
  state: z.enum(["done", "failed", "running", "unknown"]).describe("done: it is good"),
  status: text("The cloud's own word for its state"),
  kind: text("The cloud's word for its kind, such as full or incremental"),
  startedAt: time.optional().describe("When it started. It has the data of this moment"),
  finishedAt: time.optional().describe("When it was finished"),
  durationSeconds: amount("How long it took, in seconds"),
  sizeBytes: amount("Its size, in bytes"),
  cloudName: text("Its name in the cloud"),
  isRestorable: z.boolean().describe("True if a new service can be made from it"),
});

/** The service that an answer is about. */
export const ofService = {
  service: z.string().describe("The service's name"),
  serviceId: z.string().describe("The service's id"),
};

/** The answer of `/db backups <service>`. */
export const BackupsData = z.object({
  ...ofService,
  ...JudgementData.shape,
  unreadableIds: z
    .array(z.string())
    .describe("The ids of backups in a form that isn't known, if they have one"),
  backups: z.array(BackupData).describe("A page of its backups, the newest first"),
  total,
  next,
  asOf: time.describe("When this was read. The cloud's words may be a minute older"),
});

/** The answer of `/db backups details`. */
export const BackupDetailsData = z.object({
  ...ofService,
  ...BackupData.shape,
  bucketPath: text("Where it is stored, without credentials. Absent for the cloud's own storage"),
  iamRoleArn: text("The role that reads and writes its bucket"),
  iamRoleSessionName: text("The name of that role's session"),
});

/** What is known of all services' backups, the worst first. */
export function overviewData(services: readonly OverviewFacts[], now: Date): z.output<typeof OverviewData> {
  return {
    services: inOrder(services, now).map((each) => {
      const { name, serviceId: id, connection } = each.service;
      return { name, id, connection, ...judgementData(each, now) };
    }),
    total: services.length,
    asOf: now.toISOString(),
  };
}

function judgementData(
  each: Pick<OverviewFacts, "firstDueAt"> &
    ({ error: Error } | { backups: readonly Backup[]; unreadable?: readonly unknown[] | undefined }),
  now: Date,
): z.output<typeof JudgementData> {
  if ("error" in each) return { health: "unknown", warnings: [], unreadable: 0, problem: each.error.message };
  const unreadable = each.unreadable?.length ?? 0;
  const judgement = judgeBackups(each.backups, now, unreadable === 0 ? each.firstDueAt : undefined);
  const { health, counts, lastGoodAgoMs, firstDueAt, warnings } = judgement;
  return {
    health: counts.all === 0 && unreadable > 0 ? "unknown" : health,
    lastGoodBackupAt: momentBefore(now, lastGoodAgoMs),
    firstDueAt: firstDueAt?.toISOString(),
    counts,
    warnings: warnings.map((warning) => warningData(warning, now)),
    unreadable,
  };
}

function momentBefore(now: Date, agoMs: number | undefined): string | undefined {
  return agoMs === undefined ? undefined : new Date(now.getTime() - agoMs).toISOString();
}

function warningData(warning: Warning, now: Date): z.output<typeof WarningData> {
  switch (warning.about) {
    case "failed":
      return { about: "failed", inARow: warning.inARow, lastAt: momentBefore(now, warning.lastAgoMs) };
    case "overdue":
      return {
        about: "overdue",
        kind: warning.kind,
        lastAt: momentBefore(now, warning.lastAgoMs),
        usualEveryHours: warning.everyMs / hourMs,
      };
    case "silent":
      return { about: "silent", lastAt: momentBefore(now, warning.lastAgoMs) };
    case "undated":
      return { about: "undated" };
    case "shrunken":
      return {
        about: "shrunken",
        kind: warning.kind || undefined,
        sizeBytes: warning.sizeInBytes,
        usualSizeBytes: warning.usualSizeInBytes,
      };
  }
}

/** A page of a service's backups, and what they are worth together. */
export function backupsData(found: FoundBackups): z.output<typeof BackupsData> {
  const { service, backups, unreadable = [], page: wanted = 1, now } = found;
  const { shown, number, count } = pageOf(newestFirst(backups), wanted);
  return {
    service: service.name,
    serviceId: service.serviceId,
    ...judgementData(found, now),
    unreadableIds: unreadable.flatMap((each) => idOfUnreadable(each) ?? []),
    backups: shown.map(backupData),
    total: backups.length,
    next: number < count ? { service: service.serviceId, page: number + 1 } : undefined,
    asOf: now.toISOString(),
  };
}

function backupData(backup: Backup): z.output<typeof BackupData> {
  const { id, status, type, startedAt, finishedAt, sizeInBytes, backupName } = backup;
  return {
    id,
    state: stateOf(backup),
    status,
    kind: type,
    startedAt: parseTime(startedAt)?.toISOString(),
    finishedAt: parseTime(finishedAt)?.toISOString(),
    durationSeconds: durationOf(backup),
    sizeBytes: isAmount(sizeInBytes) ? sizeInBytes : undefined,
    cloudName: backupName,
    isRestorable: isRestorable(backup),
  };
}

/** Everything about one backup. */
export function backupDetailsData(
  { serviceId, name }: { serviceId: string; name: string },
  backup: Backup,
): z.output<typeof BackupDetailsData> {
  const { iamRoleArn, iamRoleSessionName } = backup.bucket ?? {};
  return {
    service: name,
    serviceId,
    ...backupData(backup),
    bucketPath: bucketPathOf(backup),
    iamRoleArn,
    iamRoleSessionName,
  };
}
