import type { KnownBlock } from "@slack/types";
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
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { plainTable, table, type Table } from "../../../platform/blocks/table.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import { plural } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import { backupChoices, type Page, pageButtons, formatPage, pageOf } from "./page.ts";
import { parseTime } from "../../../lib/time.ts";

// The rest of the 4,000 that a message's text holds is for what stands around the table.
const plainTableLength = 3_000;

interface Listed {
  service: { serviceId: string; name: string };
  backups: readonly Backup[];
  /** What the list has besides that cannot be read. */
  unreadable?: readonly Unreadable[];
  /** Counted from 1; the last one for a number beyond it. */
  page?: number;
  now: Date;
}

/** The answer to "what backups are there": how they stand, a page of them as a table, and the ways on. */
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

/** What the buttons and selects do, for where there are none. */
function howTo(name: string, { number, count }: Page): string {
  const older = number < count ? [`Older ones: ${code(`/db backups ${name} page ${number + 1}`)}.`] : [];
  const details = `All about one: ${code(`/db backups details ${name} <backup id>`)}.`;
  const restore = `A new service from one: ${code(`/db backups restore ${name} <backup id>`)}.`;
  return [...older, details, restore].join(" ");
}

function row(elements: Parameters<typeof actions>[0]): KnownBlock[] {
  return elements.length === 0 ? [] : [actions(elements)];
}

// Wider than most, such as "nightly-full-2026-11-20".
const shortName = 30;

/** A page of backups as a table: a number to speak of each, and what people look for; `withId` for where it can be read and not pressed. */
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
      ...(withBucket ? [bucketInWords(backup)] : []),
      ...(withId ? [backup.id] : []),
    ]),
  };
}

function bucketInWords(backup: Backup): string {
  const path = bucketPathOf(backup);
  return path === undefined ? "" : shortPath(path);
}
