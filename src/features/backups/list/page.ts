import type { Button } from "@slack/types";
import { turnButton } from "../../../platform/blocks/command-button.ts";
import type { Backup } from "../../../platform/cloud/services/backup.ts";

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
export function pageInWords({ shown, first, number, count }: Page, all: number): string {
  if (count === 1) return "";
  const last = first + shown.length - 1;
  const which = first === last ? `backup ${first}` : `backups ${first} to ${last}`;
  return `Page ${number} of ${count}: ${which} of ${all.toLocaleString("en-US")}.`;
}

/** The ways to the pages beside this one; they carry the service's id, as a name may say anything. */
export function pageButtons(serviceId: string, { number, count }: Page): Button[] {
  return [
    ...(number > 1 ? [turnButton("Newer", `backups ${serviceId} page ${number - 1}`)] : []),
    ...(number < count ? [turnButton("Older", `backups ${serviceId} page ${number + 1}`)] : []),
  ];
}
