import { visible } from "../../platform/blocks/escape.ts";
import { oneLine } from "../../lib/text.ts";

/** A name from elsewhere on one line of plain text; what stands in its place where nothing of it shows, for Slack refuses an empty one. */
export function shownName(name: string | null | undefined, otherwise: string): string {
  return oneLine(visible(name ?? "")) || otherwise;
}
