import type { Breather } from "../../lib/event-loop.ts";
import type { Day } from "../../lib/day.ts";
import { type ExactSum, exactSum } from "../../lib/exact-sum.ts";
import { type CostFold, addRecords } from "./aggregate.ts";
import type { DisputedTotal } from "./ledger/kept-days.ts";
import type { CostDay } from "./ledger/cost-day.ts";
import type { ServiceFilter } from "./answer/warehouse-note.ts";

/** A day added up. */
export interface SummedDay {
  sum: ExactSum;
  locked: boolean;
  /** A grand total of the cloud's for these and other days that is not what its records add up to. */
  disputed: DisputedTotal | undefined;
}

/** Adds days to a fold, those that have a bucket, and tells what each came to; others get their turn in between. */
export async function sumDays(
  days: AsyncIterable<CostDay>,
  {
    fold,
    filter,
    bucketOf,
    breathe,
  }: {
    fold: CostFold;
    filter: ServiceFilter;
    bucketOf: (day: Day) => number | undefined;
    breathe: Breather;
  },
): Promise<Map<Day, SummedDay>> {
  const summed = new Map<Day, SummedDay>();
  for await (const { day, locked, records, disputed } of days) {
    const bucket = bucketOf(day);
    if (bucket === undefined) continue;
    const ofDay = exactSum();
    addRecords(fold, filter.pick(records), { bucket, ofDay });
    summed.set(day, { sum: ofDay, locked, disputed });
    await breathe();
  }
  return summed;
}
