import { code } from "../../../platform/blocks/escape.ts";
import { truncate } from "../../../lib/text.ts";

/** One thing that differs between two states of a dashboard or an alert. */
export interface Difference {
  /** What it is, in mrkdwn, as in "Tile “Errors”: width". */
  what: string;
  /** The two values in mrkdwn; both absent where the words say it all, as in "Tile “Errors” was added". */
  before?: string;
  after?: string;
  /** For the audit log: the field's name, and its values as they are. */
  field?: { name: string; before?: unknown; after?: unknown };
  /** The name of the tile that it is about. */
  tile?: string;
}

/** As in "• Tile “Errors”: width 6 → 12" or "• Name `Shop` → `Checkout`", in mrkdwn. */
export function differenceInWords({ what, before, after }: Difference): string {
  if (before === undefined && after === undefined) return `• ${what}`;
  return `• ${what} ${before ?? "none"} → ${after ?? "none"}`;
}

const longestValue = 80;

/** A value in mrkdwn as it is written there; "none" where there is none. */
function valueShown(value: unknown): string {
  if (value === undefined || value === null || value === "") return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(valueShown).join(", ");
  if (typeof value === "number") return value.toLocaleString("en-US", { maximumFractionDigits: 20 });
  if (typeof value === "boolean") return value ? "yes" : "no";
  return code(truncate(typeof value === "string" ? value : JSON.stringify(value), longestValue));
}

/** A difference in one field, with its values as they are written there. */
export function fieldDifference(what: string, name: string, before: unknown, after: unknown): Difference {
  return { what, before: valueShown(before), after: valueShown(after), field: { name, before, after } };
}

/** What differs where no words say what it is. */
export const somethingElse: Difference = { what: "Something else that is not shown here" };
