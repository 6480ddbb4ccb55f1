import { type Alert, isAlertSilenced } from "../../../platform/cloud/observability/alert.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { compareNames } from "../../../lib/names.ts";

/** The state of an alert for people. */
export interface AlertState {
  /** Not escaped, and may be the server's own. */
  words: string;
  emoji: string;
  /** 0 is the worst. */
  rank: number;
}

const states: Readonly<Record<string, AlertState>> = {
  firing: { words: "Firing", emoji: ":red_circle:", rank: 0 },
  // The only one in the specification, which does not say whether it means firing or switched on.
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

/** The state of an alert. An unknown one has the server's own word. */
export function stateOf(alert: Alert, now: Date): AlertState {
  const word = (alert.state ?? "").trim();
  const key = word.toLowerCase().replace(/[\s-]+/g, "_");
  const known = Object.hasOwn(serversWords, key) ? states[serversWords[key] ?? ""] : undefined;
  // A resolved or disabled alert sends nothing anyway.
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
      compareNames(one.name ?? "", other.name ?? "") ||
      one.id.localeCompare(other.id),
  );
}
