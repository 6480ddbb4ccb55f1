import type { Hook } from "../hooks/record.ts";
import type { HistoryEntry, Incident } from "./record.ts";
import type { Span } from "../maintenance/windows.ts";
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
  /** The maintenance that goes on. */
  maintenance?: Span | undefined;
  /** The time of the step. */
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
  suppressed?: "muted" | "snoozed" | "maintenance";
  /** True if it was kept in a maintenance, and is to be posted now. */
  isReleased?: true;
}

/** A line of history without its number. */
export type Line = Omit<HistoryEntry, "n" | "isQuiet"> & { isQuiet?: boolean };

const longestHistory = 100;

/** Adds a line of history. Only the latest 100 lines are kept. */
export function withLine(incident: Incident, { isQuiet, ...line }: Line): Incident {
  const entry: HistoryEntry = { n: (incident.history.at(-1)?.n ?? 0) + 1, ...line };
  if (isQuiet) entry.isQuiet = true;
  return { ...incident, history: [...incident.history, entry].slice(-longestHistory) };
}

/** The result for an incident with a changed message. */
export function changed(
  incident: Incident,
  { isUrgent = false, suppressed }: Partial<Pick<Advanced, "isUrgent" | "suppressed">> = {},
): Advanced {
  const revised = { ...incident, revision: incident.revision + 1 };
  return { incident: revised, change: "changed", isUrgent, suppressed };
}

/** The result for an incident with an unchanged message. */
export function unchanged(incident: Incident): Advanced {
  return { incident, change: "unchanged", isUrgent: false };
}
