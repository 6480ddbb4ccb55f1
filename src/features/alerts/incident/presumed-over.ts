import type { Incident } from "./record.ts";
import { quietly, told } from "./step.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";

const missedIntervals = 3;
/** A shorter window is a sender's own times rather than how often it looks, and a late delivery is no end. */
const leastIntervalMs = 30_000;
const leastSilenceMs = 5 * minuteMs;

/** True if an interval tells how often a sender looks. */
export function isTelling(intervalMs: number): boolean {
  return intervalMs >= leastIntervalMs;
}

/** How long an open incident is kept without anything being heard of it. */
const longestSilenceMs = 30 * dayMs;

/** Why an incident is presumed to be over, for its history. */
const longUnheard = "30 days";

/**
 * When an incident is presumed to be over because nothing was heard of it: after some intervals, if its sender says how
 * often it looks, and in any case after 30 days. Undefined while it is snoozed, for then it would be a new one when it goes
 * on.
 */
export function presumedOverMs(incident: Incident): number | undefined {
  const { state } = incident;
  if (state !== "firing" && state !== "acknowledged") return undefined;
  return Math.min(missedMs(incident) ?? Infinity, unheardMs(incident));
}

/** Not while it is silenced in the console, for then nothing is sent. */
function missedMs({ intervalMs, lastSeenAtMs, truth }: Incident): number | undefined {
  if (intervalMs === undefined || truth?.found === "silenced") return undefined;
  const heardAtMs = truth?.found === "firing" ? Math.max(lastSeenAtMs, truth.atMs) : lastSeenAtMs;
  return heardAtMs + Math.max(missedIntervals * Math.max(intervalMs, leastIntervalMs), leastSilenceMs);
}

const people = new Set(["acknowledged", "snoozed", "snooze over", "released"]);

/** What people do with it counts as well: an alert whose snooze is over is to be seen again first. */
function unheardMs({ lastSeenAtMs, truth, history }: Incident): number {
  const touchedAtMs = history.findLast(({ what }) => people.has(what))?.atMs ?? lastSeenAtMs;
  const toldAtMs = truth && truth.found !== "unknown" ? truth.atMs : lastSeenAtMs;
  return Math.max(lastSeenAtMs, toldAtMs, touchedAtMs) + longestSilenceMs;
}

/** An incident that is presumed to be over, where that is so. */
export function presumedOver(incident: Incident, atMs: number, isMuted: boolean): Incident {
  const overMs = presumedOverMs(incident);
  if (overMs === undefined || overMs > atMs) return incident;
  const over: Incident = { ...incident, state: "resolved", resolved: { atMs, how: "presumed" } };
  const note = isLongUnheard(over) ? { note: longUnheard } : {};
  return told(over, { atMs, what: "presumed over", ...note, ...quietly(isMuted) });
}

/** True if an incident ended because nothing was heard of it for 30 days. */
export function isLongUnheard({ resolved, lastSeenAtMs }: Incident): boolean {
  return resolved?.how === "presumed" && resolved.atMs - lastSeenAtMs >= longestSilenceMs;
}
