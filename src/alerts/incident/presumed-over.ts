import type { Incident } from "../../store/alerts/incident.ts";
import { quietly, told } from "./step.ts";

const missedIntervals = 3;
/** A shorter window is a sender's own times rather than how often it looks, and a late delivery is no end. */
const leastIntervalMs = 30_000;
const leastSilenceMs = 5 * 60_000;

/** True if an interval tells how often a sender looks. */
export function isTelling(intervalMs: number): boolean {
  return intervalMs >= leastIntervalMs;
}

/**
 * When an incident is presumed to be over because nothing was heard of it; undefined where nobody knows how often something
 * should be. Not while it is snoozed, for then it would be a new one when it goes on; nor while it is silenced in the
 * console, for then nothing is sent.
 */
export function presumedOverMs({ state, intervalMs, lastSeenAtMs, truth }: Incident): number | undefined {
  const isWaiting = state === "firing" || state === "acknowledged";
  if (!isWaiting || intervalMs === undefined || truth?.found === "silenced") return undefined;
  const heardAtMs = truth?.found === "firing" ? Math.max(lastSeenAtMs, truth.atMs) : lastSeenAtMs;
  return heardAtMs + Math.max(missedIntervals * Math.max(intervalMs, leastIntervalMs), leastSilenceMs);
}

/** An incident that is presumed to be over, where that is so. */
export function presumedOver(incident: Incident, atMs: number, isMuted: boolean): Incident {
  const overMs = presumedOverMs(incident);
  if (overMs === undefined || overMs > atMs) return incident;
  const over: Incident = { ...incident, state: "resolved", resolved: { atMs, how: "presumed" } };
  return told(over, { atMs, what: "presumed over", ...quietly(isMuted) });
}
