import { escapeName } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";

export const labels = {
  show: "Show",
  showRule: "Show rule",
  rules: "Alert rules",
  create: "Create alert rule",
  acknowledge: "Acknowledge",
  openAlerts: "Open alerts",
  message: "message",
};

/** What alert rules watch. */
export type Watched = "dashboard" | "search";

const watched: Record<Watched, string> = { dashboard: "this dashboard", search: "this search" };

/** As in "2 alert rules watch this dashboard:". */
export function rules(count: number, what: Watched): string {
  return `${plural(count, "alert rule watches", "alert rules watch")} ${watched[what]}:`;
}

/** The same for none. */
export function noRules(what: Watched): string {
  return `No alert rule watches ${watched[what]}.`;
}

/** Counts the rules that are left out. */
export function moreRules(count: number): string {
  return `and ${plural(count, "more rule")}`;
}

/** Counts the rules that are in a form that is not known here. */
export function unreadRules(count: number): string {
  return `I couldn't read ${plural(count, "alert rule")}.`;
}

/** As in "dashboard of orders prod". */
export function kindOf(kind: string, target: string): string {
  return `${kind} of ${escapeName(target)}`;
}

/** The tile that the link leads to. */
export function linkedTile(name: string): string {
  return `linked tile “${escapeName(name)}”`;
}

/** The first line of a saved search's card. */
export function savedSearch(target: string): string {
  return `*Saved search* of ${escapeName(target)}`;
}

export const notAcknowledged = "not acknowledged yet";

/** The cards for people who may not see the state of things. `button` is the label of the one to choose. */
export const quiet: Record<"dashboard" | "alert" | "search", (target: string, button: string) => string> = {
  dashboard: (target, button) => `A dashboard of *${escapeName(target)}*. Choose ${button} to see it.`,
  alert: (target, button) => `An alert rule of *${escapeName(target)}*. Choose ${button} to see its state.`,
  search: (target, button) =>
    `A saved search of *${escapeName(target)}*. Choose ${button} to see the rules there.`,
};
