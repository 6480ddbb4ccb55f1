import { type HoldBack, type Incident, readableTitle, severityRank } from "../../alerts/index.ts";
import {
  type HeldBack,
  type KeptAlert,
  type MaintenanceState,
  type MaintenanceWindow,
  nextBeginMs,
  spanAt,
} from "./record.ts";

/** A begin or an end of a maintenance that is to be posted. */
export type Edge = { what: "begin"; span: HoldBack } | { what: "end"; span: HoldBack; heldBack: HeldBack };

const nothing: HeldBack = { alerts: 0, events: 0, worst: [] };

/** The most edges in one step. The next round goes on. */
const mostEdges = 100;

/** Deals with all begins and ends until a time, in their order. Each is an edge once, however late it is. */
export function advanceWindows(
  windows: readonly MaintenanceWindow[],
  state: MaintenanceState,
  nowMs: number,
): { state: MaintenanceState; edges: Edge[] } {
  let { handledMs, active } = state;
  const edges: Edge[] = [];
  while (edges.length < mostEdges) {
    if (active) {
      const { sinceMs, ...heldBack } = active;
      const span = spanAt(windows, sinceMs);
      // Its window was removed, or a person ended it at once.
      const untilMs = span?.untilMs ?? nowMs;
      if (untilMs > nowMs) return { state: { handledMs, active }, edges };
      const criticalPasses = span?.criticalPasses ?? false;
      edges.push({ what: "end", span: { sinceMs, untilMs, criticalPasses }, heldBack });
      handledMs = untilMs;
      active = undefined;
    } else {
      const sinceMs = spanAt(windows, handledMs) ? handledMs : nextBeginMs(windows, handledMs);
      const span = sinceMs === undefined ? undefined : spanAt(windows, sinceMs);
      if (sinceMs === undefined || !span || sinceMs > nowMs) {
        return { state: { handledMs: nowMs }, edges };
      }
      edges.push({ what: "begin", span: { ...span, sinceMs } });
      handledMs = sinceMs;
      active = { sinceMs, ...nothing };
    }
  }
  return { state: { handledMs, active }, edges };
}

/** When the next begin or end is due, in Unix milliseconds. */
export function nextEdgeMs(
  windows: readonly MaintenanceWindow[],
  { handledMs, active }: MaintenanceState,
): number | undefined {
  return active ? spanAt(windows, active.sinceMs)?.untilMs : nextBeginMs(windows, handledMs);
}

const mostWorst = 5;

/** The state after more was held back: these incidents, as they are now, and that many events. */
export function withHeldBack(
  { handledMs, active }: MaintenanceState,
  incidents: readonly Incident[],
  { alerts, events }: { alerts: number; events: number },
): MaintenanceState {
  if (!active) return { handledMs };
  const byId = new Map(active.worst.map((each) => [each.id, each]));
  for (const { id, latest, state, severity, times } of incidents) {
    const { title } = readableTitle(latest, state === "resolved");
    byId.set(id, { id, title, severity, times });
  }
  const worst = [...byId.values()].toSorted(worseFirst).slice(0, mostWorst);
  const more = { alerts: active.alerts + alerts, events: active.events + events, worst };
  return { handledMs, active: { ...active, ...more } };
}

function worseFirst(a: KeptAlert, b: KeptAlert): number {
  return (
    severityRank(b.severity) - severityRank(a.severity) || b.times - a.times || a.title.localeCompare(b.title)
  );
}
