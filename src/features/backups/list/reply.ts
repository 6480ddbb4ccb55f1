import type { Button, StaticSelect } from "@slack/types";
import { isRestorable } from "../../services/index.ts";
import { formatBackupState, formatJudgement, formatKind, formatSize } from "../judgement/format.ts";
import { judgeBackups } from "../judgement/judge.ts";
import * as texts from "../texts.ts";
import { type Backup, newestFirst } from "../../../platform/cloud/services/backup.ts";
import { row } from "../../../platform/blocks/button.ts";
import { commandSelect, pageButton } from "../../../platform/blocks/command-button.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { plainTable, table, type Table } from "../../../platform/blocks/table.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/json.ts";
import { localMinute, parseTime } from "../../../lib/time.ts";

// A message's text has at most 4,000 characters; the rest is for the other lines.
const plainTableLength = 3_000;

/** A service with its backups, as they were found. */
export interface FoundBackups {
  service: { serviceId: string; name: string };
  backups: readonly Backup[];
  /** The unreadable backups of the list. */
  unreadable?: readonly Unreadable[];
  /** When the service's first backup is due, if its age is known. */
  firstDueAt?: Date | undefined;
  /** Counted from 1. A number that is too high is the last page. */
  page?: number;
  now: Date;
}

interface Reader {
  /** The reader's time zone, for menus. They are plain text, which Slack does not translate. */
  zone?: string | undefined;
}

/** The judgement of a service's backups with its status in front, a page of them as a table, and menus. */
export function backupsReply(found: FoundBackups & Reader): Reply {
  const { service, backups, unreadable = [], firstDueAt, zone, page: wanted = 1, now } = found;
  const unread = formatUnreadable("backup", unreadable);
  const judgement = judgeBackups(backups, now, unread.length === 0 ? firstDueAt : undefined);
  const status = backups.length === 0 && unread.length > 0 ? texts.unknownStatus : texts.statusOf(judgement);
  if (backups.length === 0) {
    const said = unread.length > 0 ? unread : [formatJudgement(judgement)];
    return say([texts.statusLine(status, service.name), ...said].join("\n"));
  }
  const page = pageOf(newestFirst(backups), wanted);
  const headline = [
    texts.listHeadline(status, service.name, backups.length),
    formatJudgement(judgement),
    ...unread,
  ].join("\n");
  const plain = plainTable(backupsTable(page, { isPlain: true }), plainTableLength);
  const where = page.count === 1 ? "" : texts.pageNote(page.number, page.count, backups.length);
  const older = page.number < page.count ? page.number + 1 : undefined;
  const commands = texts.listCommands(service.name, older);
  return reply([headline, plain, where, commands].filter(Boolean).join("\n"), [
    section(headline),
    table(backupsTable(page)),
    context(`${where} ${texts.timesNote(zone)}`.trim()),
    ...row(pageButtons(service.serviceId, page), backupChoices(service.serviceId, page, zone ?? "UTC")),
  ]);
}

/**
 * A page of backups as a table that a phone shows without scrolling. The details have the rest. The plain text has no
 * menus, so it has the ids.
 */
function backupsTable({ shown }: Page, { isPlain = false } = {}): Table {
  return {
    columns: [
      { header: "Status", wraps: false },
      { header: "Started" },
      { header: texts.labels.kindAndSize },
      ...(isPlain ? [{ header: "Id" }] : []),
    ],
    rows: shown.map((backup) => [
      formatBackupState(backup),
      parseTime(backup.startedAt) ?? backup.startedAt ?? "",
      [formatKind(backup), formatSize(backup)].filter(Boolean).join(", "),
      ...(isPlain ? [backup.id] : []),
    ]),
  };
}

/** As many as fit on a laptop's screen. */
const pageLength = 10;

/** A page of a list of backups, counted from 1. */
interface Page {
  shown: Backup[];
  number: number;
  count: number;
}

/** The page with this number, or the last one if the number is too high. */
export function pageOf(newestFirst: readonly Backup[], wanted: number): Page {
  const count = Math.max(1, Math.ceil(newestFirst.length / pageLength));
  const number = Math.min(Math.max(1, wanted), count);
  const start = (number - 1) * pageLength;
  return { shown: newestFirst.slice(start, start + pageLength), number, count };
}

/** The buttons for the next pages. They carry the service's id, because a name may read as something else. */
function pageButtons(serviceId: string, { number, count }: Page): Button[] {
  const page = (to: number) => ({ call: "backups_list", args: { service: serviceId, page: to } });
  return [
    ...(number > 1 ? [pageButton(texts.labels.newer, page(number - 1))] : []),
    ...(number < count ? [pageButton(texts.labels.older, page(number + 1))] : []),
  ];
}

/** The menus for one backup of a page. They offer only what can work. */
function backupChoices(serviceId: string, { shown }: Page, zone: string): StaticSelect[] {
  const choice = (backup: Backup) => ({ text: optionText(backup, zone), value: backup.id });
  return [
    ...select({
      placeholder: texts.labels.details,
      command: { call: "backups_show", args: { service: serviceId }, choice: "backup" },
      options: shown.filter(({ id }) => isSendable(id)).map(choice),
    }),
    ...select({
      placeholder: texts.labels.restore,
      command: { call: "backups_restore", args: { service: serviceId }, choice: "backup" },
      options: shown.filter((backup) => isRestorable(backup)).map(choice),
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

/** A backup in a menu: "Done · 2026-11-23 18:00 · Full · 45 GiB". */
function optionText(backup: Backup, zone: string): string {
  const at = parseTime(backup.startedAt);
  const facts = [
    short(formatBackupState(backup)),
    at ? localMinute(at, zone) : short(backup.backupName ?? "") || short(backup.id),
    short(formatKind(backup)),
    formatSize(backup),
  ];
  return facts.filter(Boolean).join(" · ") || texts.labels.unnamed;
}

function short(text: string): string {
  return truncate(oneLine(visible(text)), 20);
}
