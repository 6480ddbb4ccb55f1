import type { Hook } from "../hooks/record.ts";
import type { HistoryEntry, Incident } from "./record.ts";
import type { Route } from "../routing/route.ts";
import type { IncidentAction, ReceivedEvent } from "../receive/inbox.ts";

/** What can happen to an incident: an event, an action, or a tick of the clock. */
export type Occurrence = ReceivedEvent | IncidentAction | { kind: "tick"; atMs: number };

/** The other inputs of a step. */
export interface Facts {
  hook: Hook;
  /** The route of the event. For actions and ticks, the route of the incident's latest event now. */
  route: Route;
  newIncidentId: string;
  nowMs: number;
}

/** The result of a step. */
export interface Advanced {
  incident: Incident;
  /** "changed" if its message has to change. */
  change: "new" | "changed" | "unchanged";
  /** True if a person waits for the message. */
  isUrgent: boolean;
  /** Why the event is not posted. */
  suppressed?: "muted" | "snoozed";
}

/** A line of history without its number. */
export type Line = Omit<HistoryEntry, "n">;

const longestHistory = 100;

/** Adds a line of history. Only the latest 100 lines are kept. */
export function withLine(incident: Incident, line: Line): Incident {
  const n = (incident.history.at(-1)?.n ?? 0) + 1;
  return { ...incident, history: [...incident.history, { n, ...line }].slice(-longestHistory) };
}

/** The result for an incident with a changed message. */
export function changed(
  incident: Incident,
  how: { isUrgent?: boolean; suppressed?: Advanced["suppressed"] } = {},
): Advanced {
  const { isUrgent = false, suppressed } = how;
  const revised = { ...incident, revision: incident.revision + 1 };
  return { incident: revised, change: "changed", isUrgent, ...(suppressed && { suppressed }) };
}

/** The result for an incident with an unchanged message. */
export function unchanged(incident: Incident): Advanced {
  return { incident, change: "unchanged", isUrgent: false };
}

/** The mark of a line that the thread does not show, if it is quiet. */
export function quietly(isQuiet: boolean): Pick<Line, "isQuiet"> {
  return isQuiet ? { isQuiet: true } : {};
}
