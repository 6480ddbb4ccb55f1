import { z } from "zod";
import type { CostRecord } from "../../../platform/cloud/costs/usage.ts";
import type { Day } from "../../../lib/day.ts";
import { hashText } from "../../../lib/hash.ts";

/** Everything of a record but its day and its amounts: most entities have the same shape day after day. */
export const Shape = z.object({
  entityId: z.string().optional(),
  entityName: z.string().optional(),
  entityType: z.string().optional(),
  serviceId: z.string().optional(),
  dataWarehouseId: z.string().optional(),
  locked: z.boolean(),
  /** In the order of the record's amounts. */
  metrics: z.array(z.string()),
});
export type Shape = z.output<typeof Shape>;

/** Eight bytes of a hash, which no two shapes of a connection ever share, and their text as hexadecimal digits. */
export const shapeIdBytes = 8;

/** A record's shape as a text, the same for all records of that shape. */
export function shapeText(record: CostRecord): string {
  const { entityId, entityName, entityType, serviceId, dataWarehouseId, locked } = record;
  const metrics = Object.keys(record.metrics);
  const shape: Shape = { entityId, entityName, entityType, serviceId, dataWarehouseId, locked, metrics };
  return JSON.stringify(shape);
}

/** The id that a shape is kept under. */
export function shapeId(text: string): string {
  return hashText(text, 2 * shapeIdBytes);
}

/** A record of this shape on a day; its amounts are the total, and then those of its metrics. */
export function recordOf(
  { metrics: names, ...entity }: Shape,
  date: Day,
  nextAmount: () => number,
): CostRecord {
  const totalCredits = nextAmount();
  const metrics: Record<string, number> = {};
  for (const name of names) metrics[name] = nextAmount();
  return { ...entity, date, metrics, totalCredits };
}

/** A record's amounts in the order that `recordOf` takes them. */
export function amountsOf({ totalCredits, metrics }: CostRecord): number[] {
  return [totalCredits, ...Object.values(metrics)];
}
