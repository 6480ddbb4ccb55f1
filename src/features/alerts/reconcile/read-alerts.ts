import { type Alert, alertIntervalMs, isAlertSilenced } from "../../../platform/cloud/observability/alert.ts";

/** What the API said of an alert. */
export interface Look {
  found: "firing" | "over" | "deleted" | "silenced" | "unknown";
  /** The API's own word for its state. */
  word?: string;
  /** How often it is evaluated. */
  intervalMs?: number;
  /** When the question was asked: what it says may be as old as that. */
  askedAtMs: number;
}

const states: Readonly<Record<string, Look["found"]>> = {
  alert: "firing",
  alerting: "firing",
  firing: "firing",
  // The one that the specification shows.
  active: "firing",
  ok: "over",
  resolved: "over",
  disabled: "silenced",
  silenced: "silenced",
};

const longestWord = 60;

/** What an answer says of an alert: one that is over is over though it is silenced, and one in no state that we know is unknown. */
export function lookOf(alert: Alert, askedAtMs: number): Look {
  const word = (alert.state ?? "").trim();
  const state = Object.hasOwn(states, word.toLowerCase()) ? states[word.toLowerCase()] : undefined;
  const isSilenced = state !== "over" && isAlertSilenced(alert, new Date(askedAtMs));
  const intervalMs = alertIntervalMs(alert);
  return {
    found: isSilenced ? "silenced" : (state ?? "unknown"),
    ...(word !== "" && { word: word.slice(0, longestWord) }),
    ...(intervalMs !== undefined && { intervalMs }),
    askedAtMs,
  };
}
