import { median } from "../../../lib/median.ts";
import type { BackupFacts } from "./facts.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";

/** A backup is overdue. */
export interface Delay {
  /** The usual time from one beginning to the next. */
  everyMs: number;
  lastAgoMs: number;
}

const recentGaps = 30;
// With fewer, the first backup of a new service and the wait for the next hour would count as a rhythm.
const fewestGaps = 3;
// Backups that begin together, such as those of two kinds, count as one beginning.
const leastGapMs = minuteMs;
const leastGraceMs = 30 * minuteMs;

/** The median time between the beginnings of recent backups, good or not, in milliseconds; undefined for too few. */
export function rhythmOf(newestFirst: readonly BackupFacts[]): number | undefined {
  const gapsMs = gapsIn(timesOf(newestFirst));
  return gapsMs.length < fewestGaps ? undefined : median(gapsMs);
}

/**
 * The delay, if a backup is overdue: 1.5 times the usual time has passed since the last one began, and at least half an
 * hour more than usual. A pause at the same time a day or a week before, such as each night, is part of the rhythm.
 */
export function delayOf(newestFirst: readonly BackupFacts[], now: Date): Delay | undefined {
  const everyMs = rhythmOf(newestFirst);
  const timesMs = timesOf(newestFirst);
  const [lastMs] = timesMs;
  if (everyMs === undefined || lastMs === undefined) return undefined;
  const lastAgoMs = now.getTime() - lastMs;
  if (lastAgoMs <= Math.max(everyMs * 1.5, everyMs + leastGraceMs)) return undefined;
  const pause = { fromMs: lastMs + everyMs / 2, toMs: now.getTime() };
  const isUsual = [dayMs, 7 * dayMs].some((agoMs) => wasPause(timesMs, pause, agoMs));
  return isUsual ? undefined : { everyMs, lastAgoMs };
}

/** Also false if the backups do not go back so far. */
function wasPause(
  timesMs: readonly number[],
  pause: { fromMs: number; toMs: number },
  agoMs: number,
): boolean {
  const [fromMs, toMs] = [pause.fromMs - agoMs, pause.toMs - agoMs];
  const oldestMs = timesMs.at(-1) ?? Infinity;
  return oldestMs <= fromMs && !timesMs.some((timeMs) => timeMs > fromMs && timeMs <= toMs);
}

function timesOf(facts: readonly BackupFacts[]): number[] {
  return facts.flatMap(({ at }) => (at ? [at.getTime()] : []));
}

function gapsIn(timesMs: readonly number[]): number[] {
  const gapsMs: number[] = [];
  let laterMs = timesMs[0];
  for (const timeMs of timesMs) {
    if (laterMs === undefined || laterMs - timeMs < leastGapMs) continue;
    gapsMs.push(laterMs - timeMs);
    laterMs = timeMs;
    if (gapsMs.length === recentGaps) break;
  }
  return gapsMs;
}

/** The medians of the recent good backups of one kind. */
export interface Usual {
  kind: string;
  sizeInBytes?: number;
  durationInSeconds?: number;
}

/** A good backup with less than half of the usual size of its kind. */
export interface Shrunken {
  kind: string;
  sizeInBytes: number;
  usualSizeInBytes: number;
}

const recent = 14;
// One backup does not define the usual.
const fewestForUsual = 2;

/** The usual values of each kind, the largest size first. Leaves out kinds with too few backups. */
export function usualByKind(goodNewestFirst: readonly BackupFacts[]): Usual[] {
  return [...Map.groupBy(goodNewestFirst, ({ kind }) => kind)]
    .filter(([, ofKind]) => ofKind.length >= fewestForUsual)
    .map(([kind, ofKind]) => usualOf(kind, ofKind.slice(0, recent)))
    .sort((a, b) => (b.sizeInBytes ?? -1) - (a.sizeInBytes ?? -1) || (a.kind < b.kind ? -1 : 1));
}

function usualOf(kind: string, good: readonly BackupFacts[]): Usual {
  return {
    kind,
    sizeInBytes: median(known(good.map((each) => each.sizeInBytes))),
    durationInSeconds: median(known(good.map((each) => each.durationInSeconds))),
  };
}

/** The newest good backup of each kind, if it has less than half of the usual size. */
export function shrunken(goodNewestFirst: readonly BackupFacts[]): Shrunken[] {
  return [...Map.groupBy(goodNewestFirst, ({ kind }) => kind)].flatMap(([kind, [newest, ...before]]) => {
    const sizes = known(before.map((each) => each.sizeInBytes)).slice(0, recent);
    const usualSizeInBytes = median(sizes) ?? 0;
    const sizeInBytes = newest?.sizeInBytes;
    if (sizeInBytes === undefined || sizes.length < fewestForUsual) return [];
    return sizeInBytes < usualSizeInBytes / 2 ? [{ kind, sizeInBytes, usualSizeInBytes }] : [];
  });
}

function known(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}
