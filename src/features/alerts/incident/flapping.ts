import type { Incident } from "./record.ts";
import { type Line, quietly, told } from "./step.ts";
import { minuteMs } from "../../../lib/duration.ts";

const windowMs = 10 * minuteMs;
const mostChanges = 4;
const mostKept = 100;

/** An incident that its sender says began or ended again: told, but of a flapping one only that it is flapping, once. */
export function turned(incident: Incident, line: Line, isMuted: boolean): Incident {
  const changedAtMs = changesWith(incident, line.atMs);
  const first = changedAtMs.at(-(mostChanges + 1));
  const isFlapping = incident.isFlapping || (first !== undefined && line.atMs - first <= windowMs);
  const next = told({ ...incident, changedAtMs, isFlapping }, { ...line, ...quietly(isMuted || isFlapping) });
  return isFlapping && !incident.isFlapping
    ? told(next, { atMs: line.atMs, what: "flapping", ...quietly(isMuted) })
    : next;
}

/** Those of the last 10 minutes, and always as many as tell when flapping is over. */
function changesWith({ changedAtMs }: Incident, atMs: number): number[] {
  const all = [...changedAtMs, atMs].toSorted((a, b) => a - b).slice(-mostKept);
  return all.filter((each, index) => atMs - each <= windowMs || index >= all.length - mostChanges - 1);
}

/** When 10 minutes will hold no more than 4 changes; undefined where an incident is not flapping. */
export function flappingOverMs({ isFlapping, changedAtMs }: Incident): number | undefined {
  const first = changedAtMs.at(-(mostChanges + 1)) ?? changedAtMs[0];
  return isFlapping && first !== undefined ? first + windowMs : undefined;
}

/** An incident that is no longer flapping, where that is so. */
export function flappingOver(incident: Incident, atMs: number, isMuted: boolean): Incident {
  const overMs = flappingOverMs(incident);
  if (overMs === undefined || overMs > atMs) return incident;
  return told({ ...incident, isFlapping: false }, { atMs, what: "flapping over", ...quietly(isMuted) });
}
