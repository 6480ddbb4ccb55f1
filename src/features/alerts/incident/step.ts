import type { Hook } from "../hooks/record.ts";
import type { HistoryEntry, Incident } from "./record.ts";
import type { Route } from "../routing/route.ts";
import type { IncidentAct, ReceivedEvent } from "../receive/inbox.ts";

/** What an incident can meet with: an event, what somebody does to it, or that time has passed. */
export type Occurrence = ReceivedEvent | IncidentAct | { kind: "tick"; atMs: number };

/** What else decides what becomes of an incident. */
export interface Facts {
  hook: Hook;
  /** Where the event goes; for acts and ticks, where the incident's latest event would go now. */
  route: Route;
  newIncidentId: string;
  nowMs: number;
}

/** An incident as it became. */
export interface Advanced {
  incident: Incident;
  /** "changed" where its message has to look different. */
  change: "new" | "changed" | "unchanged";
  /** True where a person waits for it. */
  isUrgent: boolean;
  /** Why the event was not told of. */
  suppressed?: "muted" | "snoozed";
}

/** A line of history that has no number yet. */
export type Line = Omit<HistoryEntry, "n">;

const longestHistory = 100;

/** An incident with another line of history; those before the latest 100 are forgotten. */
export function told(incident: Incident, line: Line): Incident {
  const n = (incident.history.at(-1)?.n ?? 0) + 1;
  return { ...incident, history: [...incident.history, { n, ...line }].slice(-longestHistory) };
}

/** An incident whose message has to look different from before. */
export function changed(
  incident: Incident,
  how: { isUrgent?: boolean; suppressed?: Advanced["suppressed"] } = {},
): Advanced {
  const { isUrgent = false, suppressed } = how;
  const revised = { ...incident, revision: incident.revision + 1 };
  return { incident: revised, change: "changed", isUrgent, ...(suppressed && { suppressed }) };
}

/** An incident whose message stays as it is. */
export function unchanged(incident: Incident): Advanced {
  return { incident, change: "unchanged", isUrgent: false };
}

/** What marks a line that the thread does not show, where it is not to. */
export function quietly(isQuiet: boolean): Pick<Line, "isQuiet"> {
  return isQuiet ? { isQuiet: true } : {};
}
