import type { KnownBlock } from "@slack/types";
import { actions } from "../blocks/button.ts";
import { commandButton, commandSelect } from "../blocks/command-button.ts";
import { slackDate } from "../blocks/date.ts";
import { code, escapeName } from "../blocks/escape.ts";
import { allFit } from "../blocks/fit.ts";
import { limits } from "../blocks/limits.ts";
import { section } from "../blocks/text.ts";
import type { Backup } from "../cloud/backup.ts";
import { backupOnPlainLine, restorable } from "../forms/create-service/backup/restorable.ts";
import { humanBytes } from "../lib/bytes.ts";
import { parseTime } from "../lib/time.ts";
import { isAmount, kindInWords } from "./backup-facts.ts";

/** Where most people look; the others are in the select. */
const shownButtons = 5;

/** The backups of a service that a new one can begin with, as mrkdwn and as blocks. */
export interface Offer {
  text: string;
  blocks: KnownBlock[];
}

/**
 * Offers to begin a new service from those backups that are done: a button each for the newest, and a select for the
 * others, as many as a message holds that says `around` as well.
 */
export function restoreOffer(
  { serviceId, name }: { serviceId: string; name: string },
  backups: readonly Backup[],
  around: readonly KnownBlock[],
): Offer {
  const done = restorable(backups);
  if (done.length === 0) return { text: "", blocks: [] };
  const [newest, older] = [done.slice(0, shownButtons), done.slice(shownButtons)];
  const howTo = `To begin a new service from one: ${code(`/db backups restore ${name} <backup id>`)}`;
  const lead = section(
    "*Begin a new service from a backup.* It runs in the same region; this one is not changed.",
  );
  const blocks = [lead, ...newest.map((backup) => offered(serviceId, backup))];
  return {
    text: [howTo, ...newest.map((backup) => `• ${inWords(backup)}`)].join("\n"),
    blocks: [...blocks, ...olderOnes(serviceId, older, [...around, ...blocks])],
  };
}

function offered(serviceId: string, backup: Backup): KnownBlock {
  const accessory = commandButton(
    "New service from this backup",
    `backups restore ${serviceId} ${backup.id}`,
  );
  return { ...section(inWords(backup)), accessory };
}

/** The newest of them that fit. */
function olderOnes(serviceId: string, older: readonly Backup[], around: readonly KnownBlock[]): KnownBlock[] {
  const options = older.slice(0, limits.select.options).map((backup) => ({
    text: backupOnPlainLine(backup),
    value: backup.id,
  }));
  for (let count = options.length; count > 0; count -= 1) {
    const select = commandSelect({
      placeholder: "New service from an older backup",
      command: `backups restore ${serviceId}`,
      options: options.slice(0, count),
    });
    const blocks = [actions([select])];
    if (allFit([...around, ...blocks])) return blocks;
  }
  return [];
}

function inWords(backup: Backup): string {
  const at = parseTime(backup.startedAt);
  const kind = kindInWords(backup.type);
  return [
    ...(at ? [slackDate(at)] : []),
    ...(kind === "" ? [] : [escapeName(kind)]),
    ...sizeInWords(backup),
    code(backup.id),
  ].join(" · ");
}

function sizeInWords({ sizeInBytes }: Backup): string[] {
  return isAmount(sizeInBytes) ? [humanBytes(sizeInBytes)] : [];
}
