import * as fc from "fast-check";
import { addDays } from "../../src/lib/day.ts";

/** The last day of every history. */
export const lastDay = "2026-11-20";

/** A record as a server may write it. */
export interface WireRecord {
  date: string;
  [field: string]: unknown;
}

/** Its last digit and the first digit of the largest sum fit into the precision of sums. */
const least = 1e-20;

/** Amounts with no, two, many or the most decimals, as numbers and texts, also below zero. */
const amount = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }).map((hundredths) => hundredths / 100),
  fc.integer({ min: 0, max: 1_000_000_000 }).map((millionths) => millionths / 1e6),
  fc.double({ min: least, max: 1e5, noNaN: true }),
  fc.double({ min: least, max: 1e-6, noNaN: true }),
  fc.constantFrom(0, 0.1, 0.2, 0.1 + 0.2, 123_456_789, 1e15),
  fc.integer({ min: 0, max: 1_000_000 }).map((hundredths) => (hundredths / 100).toFixed(4)),
);

const metrics = fc.dictionary(
  fc.constantFrom("computeCredits", "storageCredits", "gpuHoursCredits", "backupCredits"),
  amount,
);

const entities = [
  { entityId: "s1", entityName: "orders", entityType: "service", serviceId: "s1", dataWarehouseId: "w1" },
  {
    entityId: "w1",
    entityName: "orders",
    entityType: "datawarehouse",
    serviceId: null,
    dataWarehouseId: "w1",
  },
  { serviceId: "s2", dataWarehouseId: "w1" },
  { entityId: "s3", entityName: null },
  { entityName: "by name alone", serviceId: null },
  {},
];

/** Records on some of the last `days` days, unordered, some with the same entity and day. */
export function costHistories(days: number): fc.Arbitrary<WireRecord[]> {
  const record = fc
    .record({
      age: fc.integer({ min: 0, max: days - 1 }),
      entity: fc.constantFrom(...entities),
      metrics: fc.option(metrics, { nil: null }),
      totalCredits: fc.option(amount, { nil: undefined }),
      locked: fc.constantFrom(true, true, true, false, undefined, null),
    })
    .filter(({ metrics: parts, totalCredits }) => hasAmount(parts, totalCredits))
    .map(({ age, entity, ...rest }) => ({ ...entity, date: addDays(lastDay, -age), ...rest }));
  return fc.array(record, { maxLength: 60 });
}

/** A record without an amount is refused, and is never part of a sum. */
function hasAmount(parts: object | null, totalCredits: unknown): boolean {
  return totalCredits !== undefined || Object.keys(parts ?? {}).length > 0;
}

/** Spans within the last `days` days. */
export function spansWithin(days: number): fc.Arbitrary<{ from: string; to: string }> {
  return fc
    .tuple(fc.integer({ min: 0, max: days - 1 }), fc.integer({ min: 0, max: days - 1 }))
    .map(([a, b]) => ({ from: addDays(lastDay, -Math.max(a, b)), to: addDays(lastDay, -Math.min(a, b)) }));
}
