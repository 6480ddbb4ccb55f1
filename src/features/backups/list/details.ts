import { isRestorable } from "../../services/index.ts";
import {
  bucketPathOf,
  formatDuration,
  formatKind,
  formatSize,
  formatBackupState,
  formatRunningFor,
} from "../judgement/format.ts";
import * as texts from "../texts.ts";
import { durationOf, isAmount } from "../judgement/facts.ts";
import type { ReadBackups } from "./read-each.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { factsToCopy, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import type { Backup } from "../../../platform/cloud/services/backup.ts";
import { AppError } from "../../../lib/errors.ts";
import { plural, truncate } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import { mayBeAmong } from "../../../lib/json.ts";

const valueLength = 300;
const labels = texts.detailLabels;

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
    throw new AppError("upstream", texts.mayBeUnread(serviceName, backupId, unreadable.length));
  throw new AppError("missing", texts.noSuchBackup(serviceName, backupId));
}

/** The details of a backup, with its id on a line of its own to copy, and a button for a new service from it. */
export function backupDetails(
  { serviceId, name }: { serviceId: string; name: string },
  backup: Backup,
  now: Date,
): Reply {
  const title = `*${escapeName(formatBackupState(backup))}* · backup of *${escapeName(name)}*`;
  const id = `*${labels.id}:* ${code(backup.id)}`;
  const lines = [...timesOf(backup), ...measuresOf(backup, now)].map(toLine);
  const locations = locationsOf(backup);
  const locationLines = locations.map(([label, location]) => toLine([label, code(location)]));
  const howTo = isRestorable(backup) ? [texts.restoreCommand(name, backup.id)] : [];
  return reply([title, id, ...lines, ...locationLines, ...howTo].join("\n"), [
    section(`${title}\n${id}`),
    ...packed(lines),
    ...(locations.length === 0 ? [] : [factsToCopy(locations)]),
    actions([
      ...(isRestorable(backup)
        ? [
            commandButton(texts.labels.restoreThis, {
              call: "backups_restore",
              args: { service: serviceId, backup: backup.id },
            }),
          ]
        : []),
      commandButton(texts.labels.allBackups, { call: "backups_list", args: { service: serviceId } }),
    ]),
  ]);
}

function toLine([label, text]: Fact): string {
  return `*${label}:* ${text}`;
}

/** A label, and a value in mrkdwn. Unknown fields are not shown, because they may hold a key. */
type Fact = [label: string, value: string];

function timesOf({ startedAt, finishedAt }: Backup): Fact[] {
  return [...timeOf(labels.started, startedAt), ...timeOf(labels.finished, finishedAt)];
}

function timeOf(label: string, text: string | undefined): Fact[] {
  if (text === undefined) return [];
  const time = parseTime(text);
  return [[label, time ? slackDate(time) : value(text)]];
}

function measuresOf(backup: Backup, now: Date): Fact[] {
  const seconds = durationOf(backup);
  const { sizeInBytes, backupName } = backup;
  const facts: Fact[] = [
    [labels.kind, escapeName(formatKind(backup))],
    [labels.runningFor, formatRunningFor(backup, now)],
    [labels.took, seconds === undefined ? "" : `${formatDuration(backup)} (${plural(seconds, "second")})`],
    [labels.size, isAmount(sizeInBytes) ? `${formatSize(backup)} (${plural(sizeInBytes, "byte")})` : ""],
    [labels.name, backupName ? value(backupName) : ""],
  ];
  return facts.filter(([, text]) => text !== "");
}

/** The backup's locations as plain text, because people copy them into a shell. */
function locationsOf(backup: Backup): [label: string, text: string][] {
  const { iamRoleArn, iamRoleSessionName } = backup.bucket ?? {};
  const locations = {
    [labels.bucketPath]: bucketPathOf(backup),
    [labels.role]: iamRoleArn,
    [labels.roleSession]: iamRoleSessionName,
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
