import { median } from "../../../lib/median.ts";
import type { BackupFacts } from "./facts.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";

/** That a backup should have begun and has not. */
export interface Delay {
  /** The usual time from one beginning to the next. */
  everyMs: number;
  lastAgoMs: number;
}

const recentGaps = 30;
// With fewer, the first backup of a new service and the wait for the next hour would pass for a rhythm.
const fewestGaps = 3;
// Two that begin at once, say of different kinds, are one beginning.
const leastGapMs = minuteMs;
const leastGraceMs = 30 * minuteMs;

/** The usual time between beginnings, whatever becomes of them: the median of the recent ones, so that a few may be missing; undefined for those too few to have a rhythm. */
export function rhythmOf(newestFirst: readonly BackupFacts[]): number | undefined {
  const gapsMs = gapsIn(timesOf(newestFirst));
  return gapsMs.length < fewestGaps ? undefined : median(gapsMs);
}

/**
 * Whether a backup is overdue: half as long again as usual has passed since the last began, or half an hour more. A
 * pause that there was at the same time a day or a week before, say each night, is part of the rhythm.
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

/** False as well where the backups do not go back so far. */
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

/** What a good backup of one kind is usually like: the medians of the recent ones. */
export interface Usual {
  kind: string;
  sizeInBytes?: number;
  durationInSeconds?: number;
}

/** A good backup that is smaller than half of the usual size of its kind. */
export interface Shrunken {
  kind: string;
  sizeInBytes: number;
  usualSizeInBytes: number;
}

const recent = 14;
// What happened once is not usual yet.
const fewestForUsual = 2;

/** What is usual for each kind, those of the largest size first; kinds too rare to have a usual are left out. */
export function usualByKind(goodNewestFirst: readonly BackupFacts[]): Usual[] {
  return [...Map.groupBy(goodNewestFirst, ({ kind }) => kind)]
    .filter(([, ofKind]) => ofKind.length >= fewestForUsual)
    .map(([kind, ofKind]) => usualOf(kind, ofKind.slice(0, recent)))
    .sort((a, b) => (b.sizeInBytes ?? -1) - (a.sizeInBytes ?? -1) || (a.kind < b.kind ? -1 : 1));
}

function usualOf(kind: string, good: readonly BackupFacts[]): Usual {
  const sizeInBytes = median(known(good.map((each) => each.sizeInBytes)));
  const durationInSeconds = median(known(good.map((each) => each.durationInSeconds)));
  return {
    kind,
    ...(sizeInBytes === undefined ? {} : { sizeInBytes }),
    ...(durationInSeconds === undefined ? {} : { durationInSeconds }),
  };
}

/** Of each kind the newest good one, where it is smaller than half of those before it. */
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
