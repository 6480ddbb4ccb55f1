import type { Decimal } from "decimal.js";
import type { CostRecord } from "../../platform/cloud/costs/usage.ts";
import { type ExactSum, addTo, exactSum, readAmount, totalOfSum } from "../../lib/exact-sum.ts";
import { Credits } from "../../lib/money.ts";

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
