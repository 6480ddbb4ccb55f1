import type { Button, KnownBlock, StaticSelect } from "@slack/types";
import { isRestorable } from "../../services/index.ts";
import {
  bucketPathOf,
  shortPath,
  formatDuration,
  formatKind,
  formatSize,
  formatBackupState,
} from "../judgement/format.ts";
import { judgeBackups } from "../judgement/judge.ts";
import { formatJudgement } from "../judgement/format-judgement.ts";
import { type Backup, newestFirst } from "../../../platform/cloud/services/backup.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandSelect, pageButton } from "../../../platform/blocks/command-button.ts";
import { code, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { plainTable, table, type Table } from "../../../platform/blocks/table.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import { oneLine, plural, truncate } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import { parseTime, utcTime } from "../../../lib/time.ts";

// A message's text has at most 4,000 characters; the rest is for the other lines.
const plainTableLength = 3_000;

interface Listed {
  service: { serviceId: string; name: string };
  backups: readonly Backup[];
  /** The unreadable backups of the list. */
  unreadable?: readonly Unreadable[];
  /** Counted from 1. A number that is too high is the last page. */
  page?: number;
  now: Date;
}

/** The judgement of a service's backups, a page of them as a table, and buttons. */
export function backupsReply({ service, backups, unreadable = [], page: wanted = 1, now }: Listed): Reply {
  const unread = formatUnreadable("backup", unreadable);
  if (backups.length === 0) return unread.length > 0 ? say(unread.join(" ")) : noneReply(service.name);
  const page = pageOf(newestFirst(backups), wanted);
  const judgement = formatJudgement(judgeBackups(backups, now));
  const headline = `${plural(backups.length, "backup")} of *${escapeName(service.name)}*, newest first.\n${[judgement, ...unread].join("\n")}`;
  const layout = { now, withBucket: backups.some((backup) => bucketPathOf(backup) !== undefined) };
  const where = formatPage(page, backups.length);
  const plain = plainTable(backupsTable(page, { ...layout, withId: true }), plainTableLength);
  return reply([headline, plain, where, howTo(service.name, page)].filter(Boolean).join("\n"), [
    section(headline),
    table(backupsTable(page, layout)),
    context(`${where} Times are in your own time zone.`.trim()),
    ...row([...pageButtons(service.serviceId, page), ...backupChoices(service.serviceId, page, now)]),
  ]);
}

function noneReply(name: string): Reply {
  return say(
    `No backups yet for *${escapeName(name)}*. The first usually appears within a day of the service's creation; ${code(`/db backups ${name}`)} shows it then.`,
  );
}

/** The commands that do the same as the buttons and selects. */
function howTo(name: string, { number, count }: Page): string {
  const older = number < count ? [`Older ones: ${code(`/db backups ${name} page ${number + 1}`)}.`] : [];
  const details = `All about one: ${code(`/db backups details ${name} <backup id>`)}.`;
  const restore = `A new service from one: ${code(`/db backups restore ${name} <backup id>`)}.`;
  return [...older, details, restore].join(" ");
}

function row(elements: Parameters<typeof actions>[0]): KnownBlock[] {
  return elements.length === 0 ? [] : [actions(elements)];
}

// Longer than most names, such as "nightly-full-2026-11-20".
const shortName = 30;

/** A page of backups as a table. `withId` is for the plain text, which has no buttons. */
function backupsTable(
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
      formatDuration(backup),
      formatSize(backup),
      formatKind(backup),
      formatBackupState(backup, now),
      backup.backupName ?? "",
      ...(withBucket ? [formatBucket(backup)] : []),
      ...(withId ? [backup.id] : []),
    ]),
  };
}

function formatBucket(backup: Backup): string {
  const path = bucketPathOf(backup);
  return path === undefined ? "" : shortPath(path);
}

/** As many as fit on a laptop's screen. */
const pageLength = 10;

/** A page of a list of backups; pages and backups are counted from 1. */
interface Page {
  shown: Backup[];
  /** The number of the first backup. */
  first: number;
  number: number;
  count: number;
}

/** The page with this number, or the last one if the number is too high. */
function pageOf(newestFirst: readonly Backup[], wanted: number): Page {
  const count = Math.max(1, Math.ceil(newestFirst.length / pageLength));
  const number = Math.min(Math.max(1, wanted), count);
  const start = (number - 1) * pageLength;
  return { shown: newestFirst.slice(start, start + pageLength), first: start + 1, number, count };
}

/** "Page 2 of 7: backups 16 to 30 of 104."; empty for a single page. */
function formatPage({ shown, first, number, count }: Page, all: number): string {
  if (count === 1) return "";
  const last = first + shown.length - 1;
  const which = first === last ? `backup ${first}` : `backups ${first} to ${last}`;
  return `Page ${number} of ${count}: ${which} of ${all.toLocaleString("en-US")}.`;
}

/** The buttons for the next pages. They carry the service's id, because a name may read as something else. */
function pageButtons(serviceId: string, { number, count }: Page): Button[] {
  return [
    ...(number > 1 ? [pageButton("Newer", `backups ${serviceId} page ${number - 1}`)] : []),
    ...(number < count ? [pageButton("Older", `backups ${serviceId} page ${number + 1}`)] : []),
  ];
}

/** The selects for one backup of a page. They offer only what can work. */
function backupChoices(serviceId: string, page: Page, now: Date): StaticSelect[] {
  const numbered = page.shown.map((backup, index) => ({ backup, number: page.first + index }));
  return [
    ...select({
      placeholder: "Details and id of…",
      command: `backups details ${serviceId}`,
      options: numbered.filter(({ backup: { id } }) => isSendable(id)).map((each) => option(each, now)),
    }),
    ...select({
      placeholder: "New service from…",
      command: `backups restore ${serviceId}`,
      options: numbered.filter(({ backup }) => isRestorable(backup)).map((each) => option(each, now)),
    }),
  ];
}

/** Slack refuses a select without options. */
function select(facts: Parameters<typeof commandSelect>[0]): StaticSelect[] {
  return facts.options.length === 0 ? [] : [commandSelect(facts)];
}

/** True for an id that is one word and fits into an option. */
function isSendable(id: string): boolean {
  return /^\S+$/.test(id) && id.length <= limits.option.value;
}

// An option is plain text, so its time is in UTC. The number matches the one in the table.
function option({ backup, number }: { backup: Backup; number: number }, now: Date) {
  const at = parseTime(backup.startedAt);
  const facts = [
    String(number),
    ...(at ? [utcTime(at)] : []),
    truncate(oneLine(visible(formatKind(backup))), 20),
    formatSize(backup) || truncate(oneLine(visible(formatBackupState(backup, now))), 20),
  ];
  return { text: facts.filter(Boolean).join(" · "), value: backup.id };
}
