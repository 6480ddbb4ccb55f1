import type { Hook } from "../hooks/record.ts";
import type { HistoryEntry, Incident } from "./record.ts";
import type { Route } from "../routing/route.ts";
import type { IncidentAction, ReceivedEvent } from "../receive/inbox-entries.ts";

/** What can happen to an incident: an event, an action, or a tick of the clock. */
export type Occurrence = ReceivedEvent | IncidentAction | { kind: "tick"; atMs: number };

/** A time in which new incidents are kept and not posted, such as a maintenance. In Unix milliseconds, without its end. */
export interface HoldBack {
  sinceMs: number;
  untilMs: number;
  /** True if critical ones are posted all the same. */
  criticalPasses: boolean;
}

/** The other inputs of a step. */
export interface Facts {
  hook: Hook;
  /** The route of the event. For actions and ticks, the route of the incident's latest event now. */
  route: Route;
  newIncidentId: string;
  /** Who is on call now, if the hook has a rota: people, or why the group is mentioned instead. */
  onCall?: { userIds: string[] } | { because: string } | undefined;
  /** New incidents are kept while it lasts. */
  holdBack?: HoldBack | undefined;
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
  /** True if it was held, and is to be posted now. */
  isReleased?: true;
}

/** A line of history without its number. */
export type Line = Omit<HistoryEntry, "n" | "isQuiet"> & { isQuiet?: boolean };

const longestHistory = 100;

/** Adds a line of history. Only the latest 100 lines are kept, and the first of each kind that reports count. */
export function withLine(incident: Incident, { isQuiet, ...line }: Line): Incident {
  const entry: HistoryEntry = { n: (incident.history.at(-1)?.n ?? 0) + 1, ...line };
  if (isQuiet) entry.isQuiet = true;
  const history = [...incident.history, entry];
  return { ...incident, history: history.length > longestHistory ? withoutOldest(history) : history };
}

const counted = new Set<HistoryEntry["what"]>(["acknowledged", "snoozed", "resolved", "flapping", "muted"]);

/** Drops the oldest line, unless it is the first of a kind that reports count. Those stay. */
function withoutOldest(history: readonly HistoryEntry[]): HistoryEntry[] {
  const seen = new Set<string>();
  const dropped = history.findIndex((line) => {
    const kind = `${line.what} ${isOfPerson(line)}`;
    const isFirst = counted.has(line.what) && !seen.has(kind);
    seen.add(kind);
    return !isFirst;
  });
  return history.toSpliced(dropped, 1);
}

/** True for a line about what a person did, here or where the incident was handed over. */
export function isOfPerson({ userId, userName }: HistoryEntry): boolean {
  return userId !== undefined || userName !== undefined;
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
