import type { Decimal } from "decimal.js";
import type { CostRecord } from "../../platform/cloud/costs/usage.ts";
import { type ExactSum, addTo, exactSum, readAmount, totalOfSum } from "../../lib/exact-sum.ts";
import { Credits } from "../../lib/money.ts";
import { isOf } from "./estimates/compute-rate.ts";
import type { Breather } from "../../lib/event-loop.ts";
import type { Day } from "../../lib/day.ts";
import type { DisputedTotal } from "./ledger/kept-days.ts";
import type { CostDay } from "./ledger/parts.ts";

/** What one part of the costs came to: in each bucket of the period, and in the period before. */
export interface PartSums {
  /** Absent where nothing came in that bucket. */
  buckets: (ExactSum | undefined)[];
  previous: ExactSum;
}

/** An entity's sums, and what it was called last. */
export interface EntitySums extends PartSums {
  name: string | undefined;
  type: string | undefined;
}

/** All sums of a period and the one before, as far as records were added. */
export interface CostFold {
  entities: Map<string, EntitySums>;
  /** By the metric's name on the wire. */
  metrics: Map<string, PartSums>;
}

/** The bucket of records that belong to the period before. */
export const before = -1;

/** No records so far. */
export function costFold(): CostFold {
  return { entities: new Map(), metrics: new Map() };
}

/** Adds records to a fold, to the bucket of that index; `ofDay` is a sum that gets their totals besides. */
export function addRecords(
  fold: CostFold,
  records: readonly CostRecord[],
  { bucket, ofDay }: { bucket: number; ofDay: ExactSum },
): void {
  // One for all of them: they are many, and each is added before the next is read.
  const amount = exactSum();
  for (const record of records) {
    readAmount(amount, record.totalCredits);
    addTo(ofDay, amount);
    addTo(bucketOf(entityOf(fold, record), bucket), amount);
    for (const metric of Object.keys(record.metrics)) {
      const sums = upsert(fold.metrics, metric, partSums);
      addTo(bucketOf(sums, bucket), readAmount(amount, record.metrics[metric] ?? 0));
    }
  }
}

/** What a part came to. */
export interface PartTotals {
  /** One a bucket. */
  amounts: Decimal[];
  total: Decimal;
  previous: Decimal;
}

/** A part's sums as decimals. */
export function totalsOf({ buckets, previous }: PartSums, bucketCount: number): PartTotals {
  const amounts = Array.from({ length: bucketCount }, (_, index) => {
    const sum = buckets[index];
    return sum ? totalOfSum(sum) : nothing;
  });
  const total = exactSum();
  for (const sum of buckets) if (sum) addTo(total, sum);
  return { amounts, total: totalOfSum(total), previous: totalOfSum(previous) };
}

const nothing = new Credits(0);

function partSums(): PartSums {
  return { buckets: [], previous: exactSum() };
}

function entityOf({ entities }: CostFold, record: CostRecord): EntitySums {
  const { entityId, serviceId, dataWarehouseId, entityName, entityType } = record;
  const id = entityId ?? serviceId ?? dataWarehouseId ?? entityName ?? "";
  const entity = upsert(entities, id, () => ({ ...partSums(), name: undefined, type: undefined }));
  if (entityName) entity.name = entityName;
  if (entityType) entity.type = entityType;
  return entity;
}

function bucketOf(sums: PartSums, bucket: number): ExactSum {
  if (bucket === before) return sums.previous;
  return (sums.buckets[bucket] ??= exactSum());
}

function upsert<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  map.set(key, fresh);
  return fresh;
}

/** Takes one service's records out of all, and notices the warehouse that pays for more of it. */
export interface ServiceFilter {
  /** The service's own records. */
  pick(records: readonly CostRecord[]): readonly CostRecord[];
  /** The name of a warehouse that the service is in, if that had costs of its own on the days seen. */
  warehouseName(): string | undefined;
}

/** Everything where no service is given. */
export function serviceFilter(serviceId: string | undefined): ServiceFilter {
  if (serviceId === undefined) return { pick: (records) => records, warehouseName: () => undefined };
  const warehouseIds = new Set<string>();
  const names = new Map<string, string>();
  return {
    pick(records) {
      const own = records.filter((record) => isOf(record, serviceId));
      for (const record of own) {
        if (record.dataWarehouseId && !isWarehouse(record)) warehouseIds.add(record.dataWarehouseId);
      }
      for (const record of records) noteWarehouse(record, names);
      return own;
    },
    warehouseName: () => [...warehouseIds].flatMap((id) => names.get(id) ?? [])[0],
  };
}

function noteWarehouse(record: CostRecord, names: Map<string, string>): void {
  const { entityName, dataWarehouseId, totalCredits } = record;
  if (totalCredits === 0 || dataWarehouseId === undefined) return;
  if (isWarehouse(record)) names.set(dataWarehouseId, entityName ?? dataWarehouseId);
}

/** Where servers leave the entity's id out, a warehouse's record has no service either. */
function isWarehouse({ entityId, serviceId, dataWarehouseId }: CostRecord): boolean {
  return entityId === undefined ? serviceId === undefined : entityId === dataWarehouseId;
}

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
