import type { BackupWatchSchedule } from "./schedule.ts";

/** What the last check of a watch found. */
export const watchStatuses = ["ok", "too_old", "no_good_backup", "unreadable", "not_checked"] as const;

interface WatchStatus {
  status: (typeof watchStatuses)[number];
  /** When the last good backup started, if it is too old. */
  lastGoodBackupAt?: string;
  /** Since when the backups can't be read. */
  unreadableSince?: string;
}

/** What the last check of a watch found. */
export function watchStatus({
  state: { breach, unreadable, nextCheckAt },
}: Pick<BackupWatchSchedule, "state">): WatchStatus {
  if (unreadable && unreadable.until === undefined)
    return { status: "unreadable", unreadableSince: unreadable.since };
  if (!breach || breach.mended) return { status: nextCheckAt === undefined ? "not_checked" : "ok" };
  return breach.lastGoodAt === undefined
    ? { status: "no_good_backup" }
    : { status: "too_old", lastGoodBackupAt: breach.lastGoodAt };
}
