import { isRestorable } from "../../services/index.ts";
import type { StaticSelect } from "@slack/types";
import { commandSelect } from "../../../platform/blocks/command-button.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { kindInWords, sizeInWords, stateInWords } from "../judgement/format-backup.ts";
import type { Backup } from "../../../platform/cloud/services/backup.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { parseTime, utcTime } from "../../../lib/time.ts";
import type { Page } from "./page.ts";

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
    truncate(oneLine(visible(kindInWords(backup))), 20),
    sizeInWords(backup) || truncate(oneLine(visible(stateInWords(backup, now))), 20),
  ];
  return { text: facts.filter(Boolean).join(" · "), value: backup.id };
}
