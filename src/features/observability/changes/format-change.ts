import { code } from "../../../platform/blocks/escape.ts";
import type { Asked } from "../../../platform/blocks/command-button.ts";
import type { WantedChange } from "./change.ts";
import { type NamedTarget, askedOn } from "../target.ts";
import { truncate } from "../../../lib/text.ts";
import * as texts from "./texts.ts";

/** One difference between two states of a dashboard or an alert. */
export interface Difference {
  /** Its name in mrkdwn, as in "Tile “Errors”: width". */
  what: string;
  /** The two values in mrkdwn; both absent if the name says it all, as in "Tile “Errors” was added". */
  before?: string;
  after?: string;
  /** For the audit log: the field's name and values. */
  field?: { name: string; before?: unknown; after?: unknown };
  /** The name of its tile. */
  tile?: string;
}

/** A difference as a line of mrkdwn: "• Tile “Errors”: width 6 → 12", "• Name `Shop` → `Checkout`". */
export function formatDifference({ what, before, after }: Difference): string {
  if (before === undefined && after === undefined) return `• ${what}`;
  return `• ${what} ${before ?? "none"} → ${after ?? "none"}`;
}

const longestValue = 80;

function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === "") return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(formatValue).join(", ");
  if (typeof value === "number") return value.toLocaleString("en-US", { maximumFractionDigits: 20 });
  if (typeof value === "boolean") return value ? "yes" : "no";
  return code(truncate(typeof value === "string" ? value : JSON.stringify(value), longestValue));
}

/** A difference in one field. */
export function fieldDifference(what: string, name: string, before: unknown, after: unknown): Difference {
  return { what, before: formatValue(before), after: formatValue(after), field: { name, before, after } };
}

/** A difference in fields that have no name here. */
export const somethingElse: Difference = { what: texts.somethingElse };

type Verb = "create" | "update" | "delete";

/** What a change does. */
export function verbOf({ kind }: WantedChange): Verb {
  if (kind.startsWith("create")) return "create";
  return kind.startsWith("update") ? "update" : "delete";
}

/** The kind of thing that a change is about. */
export function nounOf({ kind }: WantedChange): "dashboard" | "alert" {
  return kind.endsWith("alert") ? "alert" : "dashboard";
}

/** The name that a thing had when its person saw it, or will have; undefined for none. */
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

/** As in "the alert rule “Checkout errors”", in mrkdwn. */
export function formatThing(wanted: WantedChange): string {
  return texts.thing(nounOf(wanted), nameOf(wanted));
}

/** As in "the alert rule “Checkout errors” of orders prod", in mrkdwn. */
export function thingOnTarget({ wanted, target }: { wanted: WantedChange; target: NamedTarget }): string {
  return texts.thingOf(formatThing(wanted), target.name);
}

/** What can be asked about a change's thing: to list all of its kind, or about one of them. */
export function askedAbout(
  { wanted, target }: { wanted: WantedChange; target: NamedTarget },
  verb: "list" | "show" | "delete" | "test",
  id?: string,
): Asked {
  return nounOf(wanted) === "alert"
    ? askedOn(target, { call: `alert_rules_${verb}`, args: { rule: id } })
    : askedOn(target, { call: `dashboards_${verb}`, args: { dashboard: id } });
}

/** Words at the beginning of a sentence. */
export function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
