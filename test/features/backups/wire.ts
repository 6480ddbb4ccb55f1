import { Backup } from "../../../src/platform/cloud/services/backup.ts";

/** The present time of the backup tests. */
export const now = new Date("2026-11-20T10:00:00Z");

import { hourMs } from "../../../src/lib/duration.ts";

function hoursAgo(hours: number): string {
  return new Date(now.getTime() - hours * hourMs).toISOString();
}

/** A good full backup of 45 GiB in 7 minutes that began so many hours ago, with other facts if given. */
export function backup(hours: number, wire: Record<string, unknown> = {}): Backup {
  const startedAt = hoursAgo(hours);
  return Backup.parse({
    id: `at ${startedAt}`,
    startedAt,
    finishedAt: hoursAgo(hours - 7 / 60),
    sizeInBytes: 48_318_382_080,
    durationInSeconds: 420,
    status: "done",
    type: "full",
    ...wire,
  });
}

/** The facts of a failed backup. */
export const failed = { status: "error", sizeInBytes: undefined };

/** A full backup and three small ones each day, six hours apart. The newest is small and 2 hours old. */
export function mixed(days: number): Backup[] {
  return Array.from({ length: days * 4 }, (_, index) => {
    const hours = 2 + index * 6;
    return index % 4 === 1
      ? backup(hours)
      : backup(hours, { type: "incremental", sizeInBytes: 2 ** 30, durationInSeconds: 30 });
  });
}
