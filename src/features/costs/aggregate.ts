import { type Team, type TeamOf, teamKey } from "../owners/index.ts";
import type { Decimal } from "decimal.js";
import type { CostRecord } from "../../platform/cloud/costs/usage.ts";
import { type ExactSum, addTo, exactSum, readAmount, totalOfSum } from "../../lib/exact-sum.ts";
import { Credits } from "../../lib/money.ts";
import { isOf } from "./estimates/compute-rate.ts";
import type { EventLoopYielder } from "../../lib/event-loop.ts";
import type { Day } from "../../lib/day.ts";
import type { CostDay, DisputedTotal } from "./ledger/kept-days.ts";

/** The costs of one part: in each bucket of the period, and in the period before. */
export interface PartSums {
  /** Undefined for a bucket without costs. */
  buckets: (ExactSum | undefined)[];
  /** The part of the last bucket that is of a day that is not over. */
  unfinished: ExactSum;
  previous: ExactSum;
}

/** An entity's sums, with its latest name and type. */
export interface EntitySums extends PartSums {
  name: string | undefined;
  type: string | undefined;
}

/** The sums of all records added so far, for a period and the one before. */
export interface CostAggregate {
  entities: Map<string, EntitySums>;
  /** By the metric's name on the wire. */
  metrics: Map<string, PartSums>;
}

/** The bucket index for records of the period before. */
export const before = -1;

/** An aggregate without records. */
export function emptyAggregate(): CostAggregate {
  return { entities: new Map(), metrics: new Map() };
}

/** Adds the records of a day to one bucket of an aggregate, and their totals to `ofDay`. */
export function addRecords(
  aggregate: CostAggregate,
  records: readonly CostRecord[],
  { bucket, ofDay, isOver = true }: { bucket: number; ofDay: ExactSum; isOver?: boolean },
): void {
  // One object for all records, because there are many. Each is added before the next is read.
  const amount = exactSum();
  for (const record of records) {
    readAmount(amount, record.totalCredits);
    addTo(ofDay, amount);
    addIn(entityOf(aggregate, record), bucket, amount, isOver);
    for (const metric of Object.keys(record.metrics)) {
      const sums = upsert(aggregate.metrics, metric, partSums);
      addIn(sums, bucket, readAmount(amount, record.metrics[metric] ?? 0), isOver);
    }
  }
}

function addIn(sums: PartSums, bucket: number, amount: ExactSum, isOver: boolean): void {
  addTo(bucketOf(sums, bucket), amount);
  if (!isOver) addTo(sums.unfinished, amount);
}

/** A part's costs in credits. */
export interface PartTotals {
  /** One per bucket. */
  amounts: Decimal[];
  total: Decimal;
  /** The total of the days that are over, to compare with `previous`. */
  compared: Decimal;
  previous: Decimal;
}

/** A part's sums as decimals. */
export function totalsOf({ buckets, unfinished, previous }: PartSums, bucketCount: number): PartTotals {
  const amounts = Array.from({ length: bucketCount }, (_, index) => {
    const sum = buckets[index];
    return sum ? totalOfSum(sum) : nothing;
  });
  const sum = exactSum();
  for (const each of buckets) if (each) addTo(sum, each);
  const total = totalOfSum(sum);
  return { amounts, total, compared: total.minus(totalOfSum(unfinished)), previous: totalOfSum(previous) };
}

const nothing = new Credits(0);

function partSums(): PartSums {
  return { buckets: [], unfinished: exactSum(), previous: exactSum() };
}

/** What a record is about: a service, a warehouse or another entity. */
export function entityIdOf({ entityId, serviceId, dataWarehouseId, entityName }: CostRecord): string {
  return entityId ?? serviceId ?? dataWarehouseId ?? entityName ?? "";
}

function entityOf({ entities }: CostAggregate, record: CostRecord): EntitySums {
  const { entityName, entityType } = record;
  const id = entityIdOf(record);
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

/** Picks one service's records, and notices the warehouse that has further costs for it. */
export interface ServiceFilter {
  /** The service's own records. */
  pick(records: readonly CostRecord[]): readonly CostRecord[];
  /** The name of the service's warehouse, if that had costs of its own in the records seen. */
  warehouseName(): string | undefined;
}

/** A filter for one service; without a service it keeps every record. */
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

/** A filter for the services of one team, as in the costs by team. */
export function teamFilter(team: Team, teamOf: TeamOf): ServiceFilter {
  const wanted = teamKey(team);
  const isWanted = (record: CostRecord) => {
    const found = teamOf(entityIdOf(record));
    return found !== undefined && teamKey(found) === wanted;
  };
  return { pick: (records) => records.filter(isWanted), warehouseName: () => undefined };
}

function noteWarehouse(record: CostRecord, names: Map<string, string>): void {
  const { entityName, dataWarehouseId, totalCredits } = record;
  if (totalCredits === 0 || dataWarehouseId === undefined) return;
  if (isWarehouse(record)) names.set(dataWarehouseId, entityName ?? dataWarehouseId);
}

/** Some servers omit the entity's id. A warehouse's record then has no service id either. */
function isWarehouse({ entityId, serviceId, dataWarehouseId }: CostRecord): boolean {
  return entityId === undefined ? serviceId === undefined : entityId === dataWarehouseId;
}

/** The sum of one day. */
export interface SummedDay {
  sum: ExactSum;
  locked: boolean;
  /** The cloud's grand total for this day and others, if its records add up to something else. */
  disputed: DisputedTotal | undefined;
}

/** Adds the days that have a bucket to an aggregate, and returns each day's sum. Yields to the event loop between days. */
export async function sumDays(
  days: AsyncIterable<CostDay>,
  {
    aggregate,
    filter,
    bucketOf,
    unfinished,
    yieldIfLong,
  }: {
    aggregate: CostAggregate;
    filter: ServiceFilter;
    bucketOf: (day: Day) => number | undefined;
    /** The day that is not over, if it is among these. */
    unfinished?: Day;
    yieldIfLong: EventLoopYielder;
  },
): Promise<Map<Day, SummedDay>> {
  const summed = new Map<Day, SummedDay>();
  for await (const { day, locked, records, disputed } of days) {
    const bucket = bucketOf(day);
    if (bucket === undefined) continue;
    const ofDay = exactSum();
    addRecords(aggregate, filter.pick(records), { bucket, ofDay, isOver: day !== unfinished });
    summed.set(day, { sum: ofDay, locked, disputed });
    await yieldIfLong();
  }
  return summed;
}
