import { code, escapeName } from "../../platform/blocks/escape.ts";
import { slackDate } from "../../platform/blocks/date.ts";
import { plural } from "../../lib/text.ts";
import type { Judgement } from "./judgement/judge.ts";

// Help of `/db backups`.
export const help = {
  summary: "Lists backups, restores one, and watches their age.",
  details: [
    "• Name the service as `/db services` shows it, or give its id.",
    "• A service needs attention if its last backup failed, if one is overdue, or if it has no good one. A warning means that the newest backup is less than half the usual size.",
    "• `restore` opens the form for a new service with that backup chosen. The backed-up service doesn't change.",
    "• `watch` alerts a channel once if there's no good backup in time, and once when there's a good one again. The limit is 26 hours unless you set another one, from 1 hour to 90 days. Without a channel, it alerts the one you type it in.",
    "• `watch list` numbers the watches. `watch stop &lt;number or service&gt;` stops one.",
  ].join("\n"),
};

/** The answer to `details` or `restore` without a backup's id. */
export function needsBackupId(subcommand: string): string {
  return `Add the service and a backup id, such as \`/db backups ${subcommand} orders prod 5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f\`. \`/db backups orders prod\` lists the backups, with menus that do the same.`;
}

export const whichService = "Which service?";
export const badBackupId = "A backup id is a UUID. `/db backups <service>` lists them.";

// The status of a service's backups, which comes first wherever it is shown.

/** The status in words, with a sign that says the same. */
export interface Status {
  emoji: string;
  words: string;
}

/** The status of backups that cannot be read. */
export const unknownStatus: Status = { emoji: ":grey_question:", words: "Unknown" };

/** The status of a service's backups, as in "Overdue". */
export function statusOf({ health, warnings, counts }: Judgement): Status {
  switch (health) {
    case "fine":
      return { emoji: ":white_check_mark:", words: "OK" };
    case "warned":
      return { emoji: ":warning:", words: "Warning" };
    case "due":
      return { emoji: ":hourglass_flowing_sand:", words: "First backup due" };
    case "broken":
      return { emoji: ":red_circle:", words: brokenWords(warnings, counts) };
  }
}

function brokenWords(warnings: Judgement["warnings"], { good }: Judgement["counts"]): string {
  if (warnings.some(({ about }) => about === "failed")) return "Failed";
  return good === 0 ? "No good backup" : "Overdue";
}

/** The beginning of a line: ":red_circle: *Overdue* · *orders prod*". */
export function statusLine({ emoji, words }: Status, name: string): string {
  return `${emoji} *${words}* · *${escapeName(name)}*`;
}

// The overview of all services.

export const noServices = `You have no services here yet. Create one with \`/db create\`, or add one you have: ${code("/db services add <service id> <name>")}.`;

/** As in "Backups of 3 services: 1 needs attention, 2 OK." */
export function overviewHeadline(
  services: number,
  counts: readonly (readonly [number, OverviewGroup])[],
): string {
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, group]) => `${count} ${groups[group](count)}`);
  return `*Backups of ${plural(services, "service")}:* ${parts.join(", ")}.`;
}

/** The groups of the overview, the worst first. */
export type OverviewGroup = "broken" | "warned" | "unread" | "due" | "fine";

const groups: Record<OverviewGroup, (count: number) => string> = {
  broken: (count) => (count === 1 ? "needs attention" : "need attention"),
  warned: (count) => (count === 1 ? "warning" : "warnings"),
  unread: () => "unknown",
  due: (count) => (count === 1 ? "first backup due" : "first backups due"),
  fine: () => "OK",
};

export const overviewHint = `${code("/db backups <service>")} lists one service's backups.`;

/** The progress while the services are read. */
export function reading(done: number, of: number): string {
  return `Reading backups: ${done} of ${plural(of, "service")}.`;
}

/** The last line of a long overview. */
export function moreServices(count: number): string {
  return `And ${plural(count, "more service")}.`;
}

/** Counts the backups of a service that are in a form that is not known here. */
export function unreadBackups(count: number): string {
  return `I couldn't read ${plural(count, "backup")}.`;
}

// The list of one service's backups.

/** The first line of the list, with the status in front. */
export function listHeadline(status: Status, name: string, count: number): string {
  return `${statusLine(status, name)} · ${plural(count, "backup")}, newest first`;
}

/** The small print below the table: the time zone of its times and of the menus. */
export function timesNote(zone: string | undefined): string {
  if (zone === undefined) return "Times are in your time zone. Menus show UTC.";
  return `Times are in your time zone, ${escapeName(zone, 60)}.`;
}

export const labels = {
  details: "Details…",
  restore: "Restore…",
  newer: "Newer",
  older: "Older",
  kindAndSize: "Kind, size",
  backups: "Backups",
  unnamed: "Backup",
  allBackups: "All backups",
  restoreThis: "Restore as a new service",
};

/** "Page 2 of 7, 104 backups". */
export function pageNote(number: number, count: number, all: number): string {
  return `Page ${number} of ${count}, ${plural(all, "backup")}.`;
}

/** The commands that do the same as the buttons and menus, for a list without blocks. */
export function listCommands(name: string, olderPage: number | undefined): string {
  const older = olderPage === undefined ? [] : [`Older: ${code(`/db backups ${name} page ${olderPage}`)}.`];
  const details = `Details: ${code(`/db backups details ${name} <backup id>`)}.`;
  const restore = `Restore: ${code(`/db backups restore ${name} <backup id>`)}.`;
  return [...older, details, restore].join(" ");
}

// One backup.

export const detailLabels = {
  id: "Id to copy",
  started: "Started",
  finished: "Finished",
  kind: "Kind",
  took: "Took",
  runningFor: "Running for",
  size: "Size",
  name: "Name",
  bucketPath: "Bucket path",
  role: "Role",
  roleSession: "Role session",
};

/** The command that restores a backup. */
export function restoreCommand(name: string, backupId: string): string {
  return `Restore it as a new service: ${code(`/db backups restore ${name} ${backupId}`)}`;
}

/** Says that an unreadable backup may be the wanted one. */
export function mayBeUnread(name: string, backupId: string, count: number): string {
  return `I can't tell if “${name}” has the backup ${backupId}: ${unreadBackups(count)}`;
}

/** Says that a service has no such backup. */
export function noSuchBackup(name: string, backupId: string): string {
  return `I can't find a backup ${backupId} of “${name}”. \`/db backups ${name}\` lists them.`;
}

// The judgement of a service's backups.

/** When the first backup is due, or was. */
export function firstDue({ firstDueAt, counts, health }: Judgement): string {
  if (firstDueAt === undefined)
    return counts.running > 0 ? "No good backup yet. One is running." : "No backups yet.";
  if (health === "due" && counts.running > 0) return "The first backup is running.";
  return health === "due"
    ? `Expected by ${slackDate(firstDueAt)}.`
    : `No good backup yet. The first was due ${slackDate(firstDueAt)}.`;
}

// The age of a backup as people type it.

/** Says that an age cannot be read. */
export function badAge(typed: string): string {
  return `I can't read the age “${typed}”. Use \`26h\`, \`2d\` or \`90min\`.`;
}

export const ageOutOfRange = "The limit can be from 1 hour to 90 days, such as `max-age 26h`.";
