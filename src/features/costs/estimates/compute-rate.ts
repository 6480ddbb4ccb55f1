import { z } from "zod";
import type { Decimal } from "decimal.js";
import type { Service } from "../../../platform/cloud/services/service.ts";
import type { CostRecord } from "../../../platform/cloud/costs/usage.ts";
import { type Day, addDays } from "../../../lib/day.ts";
import { Credits, sum } from "../../../lib/money.ts";
import { parseTime } from "../../../lib/time.ts";
import { hourMs } from "../../../lib/duration.ts";

// A text, because a JSON number would round it.
const Amount = z
  .string()
  .regex(/^\d+(\.\d+)?(e[+-]\d+)?$/)
  .transform((text) => new Credits(text));

/** The rate that a workspace's own services paid for a GB-hour of compute, and its basis. */
export const ComputeRate = z.object({
  creditsPerGbHour: Amount,
  /** All compute credits of the services in these days. */
  credits: Amount,
  /** The services' smallest sizes, times the hours in which they existed. */
  gbHours: Amount,
  serviceCount: z.int(),
  /** True if one of them may have been scaled to zero for part of the time. */
  mayIdle: z.boolean(),
  /** The first and the last day, in UTC. */
  from: z.iso.date(),
  to: z.iso.date(),
});
export type ComputeRate = z.output<typeof ComputeRate>;

/** The fields of a service that a rate is computed from. */
export type RatedService = Pick<
  Service,
  "id" | "numReplicas" | "minReplicaMemoryGb" | "createdAt" | "idleScaling"
>;

interface Window {
  from: Day;
  to: Day;
  now: Date;
}

interface Use {
  credits: Decimal;
  gbHours: Decimal;
  mayIdle: boolean;
}

// The smallest service (8 GB) for three hours. Less says little, because charges come in steps.
const leastGbHours = 24;

/**
 * The compute credits per GB-hour of these services from one day to another, both included, exact in decimals.
 * Undefined below 24 GB-hours, or if nothing was paid.
 *
 * A service counts with its smallest size, because no answer says how long it was larger. It counts with all hours in
 * which it existed, because no answer says how long it was scaled to zero. So a larger size raises the rate, and hours
 * at zero lower it. Every text that shows the rate must say so.
 */
export function computeRate({
  services,
  records,
  ...window
}: Window & { services: readonly RatedService[]; records: readonly CostRecord[] }): ComputeRate | undefined {
  const uses = services.flatMap((service) => useOf(service, records, window));
  const credits = sum(uses.map((use) => use.credits));
  const gbHours = sum(uses.map((use) => use.gbHours));
  if (gbHours.lt(leastGbHours)) return undefined;
  return {
    creditsPerGbHour: credits.div(gbHours),
    credits,
    gbHours,
    serviceCount: uses.length,
    mayIdle: uses.some(({ mayIdle }) => mayIdle),
    from: window.from,
    to: window.to,
  };
}

/** The compute credits of one service in these records. */
export function computeCreditsOf(serviceId: string, records: readonly CostRecord[]): Decimal {
  return sum(
    records.filter((record) => isOf(record, serviceId)).map(({ metrics }) => metrics["computeCredits"] ?? 0),
  );
}

/** Empty if the cloud does not report size and age, or if no compute was paid. */
function useOf(service: RatedService, records: readonly CostRecord[], window: Window): Use[] {
  const gbHours = gbHoursOf(service, window);
  const inWindow = records.filter(({ date }) => date >= window.from && date <= window.to);
  const credits = computeCreditsOf(service.id, inWindow);
  // A service without compute costs was stopped, or another entity paid for it. Its hours would falsify the rate.
  if (gbHours.lte(0) || credits.lte(0)) return [];
  return [{ credits, gbHours, mayIdle: service.idleScaling ?? true }];
}

/** Uses today's size, because no answer has earlier sizes; 0 if the size or the age is unknown. */
function gbHoursOf(
  { numReplicas, minReplicaMemoryGb, createdAt }: RatedService,
  { from, to, now }: Window,
): Decimal {
  const created = parseTime(createdAt);
  if (!created) return new Credits(0);
  const startMs = Math.max(Date.parse(from), created.getTime());
  const endMs = Math.min(Date.parse(addDays(to, 1)), now.getTime());
  return new Credits(Math.max(0, endMs - startMs))
    .times(numReplicas ?? 0)
    .times(minReplicaMemoryGb ?? 0)
    .div(hourMs);
}

/**
 * True if a record is this service's own. A record may name a service without being its own: a warehouse's record holds
 * what its services share, and a record of another type (such as a pipe into the service) has compute costs of its own.
 */
export function isOf(record: CostRecord, id: string): boolean {
  if (record.entityId === id) return true;
  // On some servers, a record that belongs to no service has only its warehouse's id, or no id.
  if (record.entityId === undefined && record.serviceId === undefined) {
    return (record.dataWarehouseId ?? record.entityName) === id;
  }
  if (record.serviceId !== id) return false;
  const type = record.entityType?.toLowerCase();
  if (type !== undefined) return type === "service";
  return record.entityId === undefined || record.entityId !== record.dataWarehouseId;
}
