import { slackDate } from "../../../platform/blocks/date.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";
import type { Gap, LastBackup } from "../last-backup.ts";

export const title = "Delete a service";
export const submit = "Delete";

/** What is lost. The name is escaped. */
export function deletes(name: string): string {
  return `:warning: *This deletes ${name} with all its data.* It's stopped first. It can't be taken back.`;
}

export const readingBackups = ":hourglass_flowing_sand: Reading its backups…";

/** The last good backup of what is to be deleted, in mrkdwn. The age is as in "3 days ago". */
export function lastBackup({ at, failedSince, isRead }: LastBackup, age?: string): string {
  if (!isRead) return ":warning: *Last good backup:* I can't read its backups, so I don't know of one.";
  if (at === undefined)
    return ":warning: *Last good backup:* there is none. Nothing would be left of its data.";
  const failed = failedSince > 0 ? ` (:warning: ${failedSince} failed since)` : "";
  const when = `${slackDate(new Date(at))}${age === undefined ? "" : `, ${age}`}`;
  return `*Last good backup:* ${when}${failed}. What changed after it is lost. The cloud may delete its backups too.`;
}

/** Why the last good backup may not have all data, in mrkdwn. Empty if \`lastBackup\` says it. */
export function lossOf(gap: Gap | undefined, { failedSince, unclearSince }: LastBackup): string {
  switch (gap) {
    case undefined:
      return ":white_check_mark: It started after the service last ran, so it has all data.";
    case "failed":
      return `:warning: ${plural(failedSince, "later backup")} failed, so nothing newer can be restored.`;
    case "unclear":
      return `:warning: I can't tell whether ${plural(unclearSince, "later backup")} can be restored.`;
    case "older":
      return ":warning: The service ran after it, or may have.";
    case "unread":
    case "none":
      return "";
  }
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
