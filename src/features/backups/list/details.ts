import { isRestorable } from "../../services/index.ts";
import {
  bucketPathOf,
  formatDuration,
  formatKind,
  formatSize,
  formatBackupState,
} from "../judgement/format.ts";
import { durationOf, isAmount } from "../judgement/facts.ts";
import type { ReadBackups } from "./read-each.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { packed, section } from "../../../platform/blocks/text.ts";
import { factsToCopy } from "../../../platform/blocks/preformatted.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import type { Backup } from "../../../platform/cloud/services/backup.ts";
import { AppError } from "../../../lib/errors.ts";
import { plural, truncate } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import { mayBeAmong } from "../../../lib/unreadable.ts";

const valueLength = 300;

/** The backup with this id. Fails as missing, or as upstream if an unreadable backup may be the one. */
export function findBackup(
  { backups, unreadable = [] }: ReadBackups,
  backupId: string,
  serviceName: string,
): Backup {
  const wanted = backupId.toLowerCase();
  const found = backups.find(({ id }) => id.toLowerCase() === wanted);
  if (found) return found;
  if (mayBeAmong(unreadable, backupId))
    throw new AppError(
      "upstream",
      `It cannot be told whether “${serviceName}” has the backup ${backupId}: ${plural(unreadable.length, "backup")} in its list could not be read.`,
    );
  throw new AppError(
    "missing",
    `“${serviceName}” has no backup ${backupId}, or not any more. \`/db backups ${serviceName}\` lists what there is.`,
  );
}

/** The details of a backup, with its id on a line of its own to copy, and a button for a new service from it. */
export function backupDetails(
  { serviceId, name }: { serviceId: string; name: string },
  backup: Backup,
  now: Date,
): Reply {
  const title = `*Backup of ${escapeName(name)}*`;
  const id = `*Id*, to select and copy:\n${code(backup.id)}`;
  const lines = [...timesOf(backup), ...measuresOf(backup, now)].map(toLine);
  const locations = locationsOf(backup);
  const locationLines = locations.map(([label, location]) => toLine([label, code(location)]));
  const restore = code(`/db backups restore ${name} ${backup.id}`);
  const howTo = isRestorable(backup) ? [`A new service from it: ${restore}`] : [];
  return reply([title, id, ...lines, ...locationLines, ...howTo].join("\n"), [
    section(`${title}\n${id}`),
    ...packed(lines),
    ...(locations.length === 0 ? [] : [factsToCopy(locations)]),
    actions([
      ...(isRestorable(backup)
        ? [commandButton("New service from this backup", `backups restore ${serviceId} ${backup.id}`)]
        : []),
      commandButton("All backups", `backups ${serviceId}`),
    ]),
  ]);
}

function toLine([label, text]: Fact): string {
  return `*${label}:* ${text}`;
}

/** A label, and a value in mrkdwn. Unknown fields are not shown, because they may hold a key. */
type Fact = [label: string, value: string];

function timesOf({ startedAt, finishedAt }: Backup): Fact[] {
  return [...timeOf("Started", startedAt), ...timeOf("Finished", finishedAt)];
}

function timeOf(label: string, text: string | undefined): Fact[] {
  if (text === undefined) return [];
  const time = parseTime(text);
  return [[label, time ? `${slackDate(time)} (${code(time.toISOString())})` : value(text)]];
}

function measuresOf(backup: Backup, now: Date): Fact[] {
  const seconds = durationOf(backup);
  const { sizeInBytes, backupName } = backup;
  const facts: Fact[] = [
    ["Status", escapeName(formatBackupState(backup, now))],
    ["Kind", escapeName(formatKind(backup))],
    ["Took", seconds === undefined ? "" : `${formatDuration(backup)} (${plural(seconds, "second")})`],
    ["Size", isAmount(sizeInBytes) ? `${formatSize(backup)} (${plural(sizeInBytes, "byte")})` : ""],
    ["Name", backupName ? value(backupName) : ""],
  ];
  return facts.filter(([, text]) => text !== "");
}

/** The backup's locations as plain text, because people copy them into a shell. */
function locationsOf(backup: Backup): [label: string, text: string][] {
  const { iamRoleArn, iamRoleSessionName } = backup.bucket ?? {};
  const locations = {
    "Bucket path": bucketPathOf(backup),
    Role: iamRoleArn,
    "Role session": iamRoleSessionName,
  };
  // Slack refuses an empty text, and control characters alone leave one.
  return Object.entries(locations)
    .map(([label, location = ""]): [string, string] => [
      label,
      truncate(visible(location).trim(), valueLength),
    ])
    .filter(([, location]) => location !== "");
}

function value(text: string): string {
  return code(truncate(text, valueLength));
}
