import { median } from "../../../lib/median.ts";
import type { BackupFacts } from "./facts.ts";

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
