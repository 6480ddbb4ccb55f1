import type { Incident } from "../incident/record.ts";

/** How an incident stands, as the first words of its message say it. */
export type Status =
  | "firing"
  | "reported"
  | "acknowledged"
  | "snoozed"
  | "resolved"
  | "flapping"
  | "presumed over"
  | "test"
  | "unreadable";

/** What people did comes first, then what kind of thing it is, then what its sender says. */
export function statusOf(incident: Incident): Status {
  const { state, latest, resolved, isFlapping } = incident;
  if (state === "acknowledged" || state === "snoozed") return state;
  if (isFlapping) return "flapping";
  // A test is over at once, and that is no news.
  if (latest.isTest && resolved?.how !== "person") return "test";
  if (state === "resolved") return resolved?.how === "presumed" ? "presumed over" : "resolved";
  if (latest.isUnreadable) return "unreadable";
  return everFired(incident) ? "firing" : "reported";
}

/** False for what only ever came without a state, or with one that says neither. */
function everFired({ latest, stateAtMs, previousEndMs }: Incident): boolean {
  return latest.state !== "unclear" || (stateAtMs !== undefined && stateAtMs !== previousEndMs);
}
