import { z } from "zod";
import { listOf, maybe, Numeric } from "../answer-fields.ts";
import { orUnreadable } from "../lists.ts";
import { operation } from "../operation.ts";
import { parseTime } from "../../../lib/time.ts";

/** A backup as servers answer it. A backup in progress has no end, size or duration. */
export const Backup = z.looseObject({
  id: z.string(),
  serviceId: maybe(z.string()),
  /** ISO 8601, like `finishedAt`. */
  startedAt: maybe(z.string()),
  finishedAt: maybe(z.string()),
  sizeInBytes: maybe(Numeric),
  durationInSeconds: maybe(Numeric),
  backupName: maybe(z.string()),
  bucket: maybe(
    z.looseObject({
      bucketPath: maybe(z.string()),
      iamRoleArn: maybe(z.string()),
      iamRoleSessionName: maybe(z.string()),
    }),
  ),
  // Not in the specification, but sent by running servers: done, error or in_progress; full or incremental.
  status: maybe(z.string()),
  type: maybe(z.string()),
});

export type Backup = z.output<typeof Backup>;

/** Lists the backups of a service, in the server's own order. */
export const listBackups = operation({
  surface: "management",
  method: "GET",
  path: "/v1/organizations/{organizationId}/services/{serviceId}/backups",
  documented: true,
  result: listOf(orUnreadable(Backup)),
});

/** The state of a backup, as far as the server's words are known. */
export type BackupState = "done" | "failed" | "running" | "unknown";

const stateByStatus: Record<string, BackupState> = {
  done: "done",
  error: "failed",
  failed: "failed",
  in_progress: "running",
  running: "running",
};

/** A backup's state. The specification has no status; without one, a finished backup counts as done. */
export function stateOf({ status, finishedAt }: Backup): BackupState {
  if (status === undefined || status === "") return finishedAt === undefined ? "unknown" : "done";
  const known = status.toLowerCase();
  return Object.hasOwn(stateByStatus, known) ? (stateByStatus[known] ?? "unknown") : "unknown";
}

/** Backups by their start, the newest first. Those without a start come last. */
export function newestFirst(backups: readonly Backup[]): Backup[] {
  return backups.toSorted((a, b) => startOf(b) - startOf(a) || (a.id < b.id ? -1 : 1));
}

function startOf({ startedAt }: Backup): number {
  return parseTime(startedAt)?.getTime() ?? Number.MIN_SAFE_INTEGER;
}
