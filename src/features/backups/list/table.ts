import type { Table } from "../../../platform/blocks/table.ts";
import { bucketPathOf, shortPath } from "../judgement/bucket.ts";
import { durationInWords, kindInWords, sizeInWords, stateInWords } from "../judgement/format-backup.ts";
import type { Backup } from "../../../platform/cloud/services/backup.ts";
import { parseTime } from "../../../lib/time.ts";
import type { Page } from "./page.ts";

// Wider than most, such as "nightly-full-2026-11-20".
const shortName = 30;

/** A page of backups as a table: a number to speak of each, and what people look for; `withId` for where it can be read and not pressed. */
export function backupsTable(
  { shown, first }: Page,
  { now, withBucket, withId = false }: { now: Date; withBucket: boolean; withId?: boolean },
): Table {
  return {
    columns: [
      { header: "#", align: "right" },
      { header: "Started", wraps: false },
      { header: "Took", align: "right" },
      { header: "Size", align: "right" },
      { header: "Kind", wraps: false },
      { header: "Status", wraps: false },
      { header: "Name", wraps: shown.some(({ backupName = "" }) => backupName.length > shortName) },
      ...(withBucket ? [{ header: "Bucket", wraps: false }] : []),
      ...(withId ? [{ header: "Id" }] : []),
    ],
    rows: shown.map((backup, index) => [
      String(first + index),
      parseTime(backup.startedAt) ?? backup.startedAt ?? "",
      durationInWords(backup),
      sizeInWords(backup),
      kindInWords(backup),
      stateInWords(backup, now),
      backup.backupName ?? "",
      ...(withBucket ? [bucketInWords(backup)] : []),
      ...(withId ? [backup.id] : []),
    ]),
  };
}

function bucketInWords(backup: Backup): string {
  const path = bucketPathOf(backup);
  return path === undefined ? "" : shortPath(path);
}
