import { type Alert, isAlertSilenced } from "../../../platform/cloud/observability/alert.ts";
import { oneLine, truncate } from "../../../lib/text.ts";

/** How an alert stands, with a sign beside the words, and how bad that is; 0 is the worst. */
export interface AlertState {
  /** May be from elsewhere: nothing in it is escaped. */
  words: string;
  emoji: string;
  rank: number;
}

const states: Readonly<Record<string, AlertState>> = {
  firing: { words: "Firing", emoji: ":red_circle:", rank: 0 },
  // The one that the specification shows: whether it means firing or switched on, it does not say.
  active: { words: "Active", emoji: ":large_orange_circle:", rank: 1 },
  pending: { words: "Pending", emoji: ":large_orange_circle:", rank: 2 },
  noData: { words: "No data", emoji: ":white_circle:", rank: 3 },
  silenced: { words: "Silenced", emoji: ":no_bell:", rank: 5 },
  disabled: { words: "Disabled", emoji: ":double_vertical_bar:", rank: 5 },
  ok: { words: "OK", emoji: ":white_check_mark:", rank: 6 },
};

const serversWords: Readonly<Record<string, keyof typeof states>> = {
  alert: "firing",
  alerting: "firing",
  firing: "firing",
  active: "active",
  pending: "pending",
  insufficient_data: "noData",
  no_data: "noData",
  nodata: "noData",
  silenced: "silenced",
  disabled: "disabled",
  paused: "disabled",
  ok: "ok",
  resolved: "ok",
};

/** How an alert stands by what the server said of it; a state that is not known is said in the server's own word. */
export function stateOf(alert: Alert, now: Date): AlertState {
  const word = (alert.state ?? "").trim();
  const key = word.toLowerCase().replace(/[\s-]+/g, "_");
  const known = Object.hasOwn(serversWords, key) ? states[serversWords[key] ?? ""] : undefined;
  // What is over is over though it is silenced, and what is disabled tells nobody anyway.
  if (isAlertSilenced(alert, now) && (known?.rank ?? 0) < 5) return silenced(known);
  return (
    known ?? { words: truncate(oneLine(word), 40) || "State unknown", emoji: ":grey_question:", rank: 4 }
  );
}

function silenced(known: AlertState | undefined): AlertState {
  const words = known ? `Silenced (${known.words.toLowerCase()})` : "Silenced";
  return { words, emoji: ":no_bell:", rank: 5 };
}

/** The worst first, then by name. */
export function worstFirst(alerts: readonly Alert[], now: Date): Alert[] {
  const ranks = new Map(alerts.map((alert) => [alert, stateOf(alert, now).rank]));
  return alerts.toSorted(
    (one, other) =>
      (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0) ||
      (one.name ?? "").localeCompare(other.name ?? "", "en", { numeric: true }) ||
      one.id.localeCompare(other.id),
  );
}
