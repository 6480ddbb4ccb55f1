import { code, escapeName } from "../../../platform/blocks/escape.ts";
import type { WantedChange } from "./change.ts";
import { type NamedTarget, wordOfTarget } from "../target.ts";
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
export function formatDifference({ what, before, after }: Difference): string {
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

/** What a change does. */
export type Verb = "create" | "update" | "delete";

/** What a change does, and to what kind of thing. */
export function verbOf({ kind }: WantedChange): { verb: Verb; noun: "dashboard" | "alert" } {
  const noun = kind.endsWith("alert") ? "alert" : "dashboard";
  if (kind.startsWith("create")) return { verb: "create", noun };
  return { verb: kind.startsWith("update") ? "update" : "delete", noun };
}

/** The name that a thing had when its person saw it, or is to have; undefined where it has none. */
export function nameOf(wanted: WantedChange): string | undefined {
  switch (wanted.kind) {
    case "create-dashboard":
    case "create-alert":
      return wanted.body.name || undefined;
    case "update-dashboard":
    case "update-alert":
      return wanted.seen.name || undefined;
    default:
      return wanted.name || undefined;
  }
}

/** As in "the alert “Checkout errors”", in mrkdwn. */
export function formatThing(wanted: WantedChange): string {
  const { noun } = verbOf(wanted);
  const name = nameOf(wanted);
  return name === undefined ? `the ${noun} without a name` : `the ${noun} “${escapeName(name)}”`;
}

/** As in "the alert “Checkout errors” of orders prod", in mrkdwn. */
export function thingOnTarget({ wanted, target }: { wanted: WantedChange; target: NamedTarget }): string {
  return `${formatThing(wanted)} of ${escapeName(target.name)}`;
}

/** A command on a thing of its kind in its place, as in "alerts show a1 orders". */
export function commandOn(
  { wanted, target }: { wanted: WantedChange; target: NamedTarget },
  ...words: string[]
): string {
  return [`${verbOf(wanted).noun}s`, ...words, wordOfTarget(target)].join(" ");
}

/** The same at the beginning of a sentence. */
export function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
