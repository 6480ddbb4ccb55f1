import { slackDate } from "../../../platform/blocks/date.ts";
import { code } from "../../../platform/blocks/escape.ts";
import type { LastBackup } from "../last-backup.ts";

export const title = "Delete a service";
export const submit = "Delete";

/** What is lost. The name is escaped. */
export function deletes(name: string): string {
  return `:warning: *This deletes ${name} with all its data.* It's stopped first. It can't be taken back.`;
}

export const readingBackups = ":hourglass_flowing_sand: Reading its backups…";

/** The last good backup of what is to be deleted, in mrkdwn. */
export function lastBackup({ at, failedSince, isRead }: LastBackup): string {
  if (!isRead) return ":warning: *Last good backup:* I can't read its backups, so I don't know of one.";
  if (at === undefined)
    return ":warning: *Last good backup:* there is none. Nothing would be left of its data.";
  const failed = failedSince > 0 ? ` (:warning: ${failedSince} failed since)` : "";
  return `*Last good backup:* ${slackDate(new Date(at))}${failed}. What changed after it is lost. The cloud may delete its backups too.`;
}

/** What to type. */
export function typeThis(name: string): string {
  return `To delete it, type ${code(name)}.`;
}

export const typeName = "Type its name to confirm";
export const typeNameHelp = "Exactly as above.";

/** Plain text. */
export function typeExactly(name: string): string {
  return `Type ${name}, exactly like that.`;
}
