import type { Button, StaticSelect } from "@slack/types";
import { pageButton, commandSelect } from "../../../platform/blocks/command-button.ts";
import type { Backup } from "../../../platform/cloud/services/backup.ts";
import { isRestorable } from "../../services/index.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { formatKind, formatSize, formatBackupState } from "../judgement/format.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { parseTime, utcTime } from "../../../lib/time.ts";

/** As many as a laptop shows at once, with what stands around them. */
const pageLength = 10;

/** Some of a list's backups, and where they stand in it; pages and backups are counted from 1. */
export interface Page {
  shown: Backup[];
  /** The number of the first that is shown. */
  first: number;
  number: number;
  count: number;
}

/** The page of this number; the last one for a number beyond it. */
export function pageOf(newestFirst: readonly Backup[], wanted: number): Page {
  const count = Math.max(1, Math.ceil(newestFirst.length / pageLength));
  const number = Math.min(Math.max(1, wanted), count);
  const start = (number - 1) * pageLength;
  return { shown: newestFirst.slice(start, start + pageLength), first: start + 1, number, count };
}

/** Where a reader is in the list: "Page 2 of 7: backups 16 to 30 of 104."; nothing where all are shown. */
export function formatPage({ shown, first, number, count }: Page, all: number): string {
  if (count === 1) return "";
  const last = first + shown.length - 1;
  const which = first === last ? `backup ${first}` : `backups ${first} to ${last}`;
  return `Page ${number} of ${count}: ${which} of ${all.toLocaleString("en-US")}.`;
}

/** The ways to the pages beside this one; they carry the service's id, as a name may say anything. */
export function pageButtons(serviceId: string, { number, count }: Page): Button[] {
  return [
    ...(number > 1 ? [pageButton("Newer", `backups ${serviceId} page ${number - 1}`)] : []),
    ...(number < count ? [pageButton("Older", `backups ${serviceId} page ${number + 1}`)] : []),
  ];
}

/** What can be done with one backup of a page, chosen by its number in the table; nothing is offered that would fail. */
export function backupChoices(serviceId: string, page: Page, now: Date): StaticSelect[] {
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

/** An id that can be typed as one word, and that an option can carry. */
function isSendable(id: string): boolean {
  return /^\S+$/.test(id) && id.length <= limits.option.value;
}

// A select shows nothing but plain text, and so no reader's own time zone: the number tells which one it is.
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
