import { escapeName } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";

/** The first line of the list. `shown` is the part after the count, for a page of them. */
export function headline(target: string, count: number, shown: string): string {
  return `*${escapeName(target)}* has ${plural(count, "data source")}${shown}.`;
}

/** The answer if there are none. */
export function none(target: string): string {
  return `*${escapeName(target)}* has no data sources yet. Create one in the server's own console.`;
}

/** The answer if none is readable. */
export function noReadable(target: string): string {
  return `I can't show any data source of *${escapeName(target)}*.`;
}

export const unnamed = "*Unnamed source*";

/** Counts the fields that are left out. */
export function moreFields(count: number): string {
  return `• and ${plural(count, "more field")}`;
}

export const allFields = "All fields";
export const fewerFields = "Fewer fields";

export const note = "Live from the server. Possible secrets are hidden.";
