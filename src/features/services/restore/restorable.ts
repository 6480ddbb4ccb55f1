import { z } from "zod";
import { newestFirst } from "../../../platform/cloud/services/backup-order.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import type { Backup } from "../../../platform/cloud/services/backup.ts";
import { stateOf } from "../../../platform/cloud/services/backup-state.ts";
import { humanBytes } from "../../../lib/bytes.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { parseTime, utcTime } from "../../../lib/time.ts";

/** The backups that a service can begin with, the newest first. */
export function restorable(backups: readonly Backup[]): Backup[] {
  return newestFirst(backups.filter(isRestorable));
}

/** True for a backup that a service can begin with: it is done, and has an id that can be sent. */
export function isRestorable(backup: Backup): boolean {
  return stateOf(backup) === "done" && z.guid().safeParse(backup.id).success;
}

/** A backup on one plain line: a select shows nothing else, and so no reader's own time zone. */
export function backupOnPlainLine({ id, startedAt, type, sizeInBytes = -1 }: Backup): string {
  const at = parseTime(startedAt);
  const kind = type ? [truncate(oneLine(visible(type)), 30)] : [];
  const size = sizeInBytes >= 0 && Number.isFinite(sizeInBytes) ? [humanBytes(sizeInBytes)] : [];
  return [at ? utcTime(at) : id, ...kind, ...size].join(" · ");
}
