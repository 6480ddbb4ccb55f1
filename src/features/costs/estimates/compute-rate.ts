import type { Decimal } from "decimal.js";
import type { Service } from "../../../platform/cloud/services/service.ts";
import type { CostRecord } from "../../../platform/cloud/costs/usage.ts";
import { type Day, addDays } from "../../../lib/day.ts";
import { Credits, sum } from "../../../lib/money.ts";
import { parseTime } from "../../../lib/time.ts";
import type { ComputeRate } from "./compute-rates.ts";
import { hourMs } from "../../../lib/duration.ts";

/** What a rate needs to know of a service. */
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

// Less than the smallest service (8 GB) for three hours says little: charges come in steps.
const leastGbHours = 24;

/**
 * Compute credits per GB-hour of these services from one day to another, both included, exact in decimals;
 * undefined where they say too little: fewer than 24 GB-hours, or nothing that was paid.
 *
 * A service counts with its smallest size, as services run there unless they are loaded and nothing tells how
 * long they were larger, and with all hours in which it existed, as nothing tells how long it was scaled to zero.
 * What it cost beyond its smallest size raises the rate, hours at zero lower it: who shows the rate says so.
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

/** Empty where the cloud does not tell size and age, or where no compute was paid. */
function useOf(service: RatedService, records: readonly CostRecord[], window: Window): Use[] {
  const gbHours = gbHoursOf(service, window);
  const inWindow = records.filter(({ date }) => date >= window.from && date <= window.to);
  const credits = computeCreditsOf(service.id, inWindow);
  // A service without any compute was stopped, or another entity paid for it: its hours would only thin the rate.
  if (gbHours.lte(0) || credits.lte(0)) return [];
  return [{ credits, gbHours, mayIdle: service.idleScaling ?? true }];
}

/** By the size it has today, as no answer tells what size it had before; 0 where size or age are not told. */
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
 * Whether a record is this service's own. A record may name a service without being its own: a warehouse's holds
 * what its services share, and one of another type (a pipe into the service, say) costs compute of its own.
 */
export function isOf(record: CostRecord, id: string): boolean {
  if (record.entityId === id) return true;
  // Some servers give what is no service's own no id but its warehouse's, or none at all.
  if (record.entityId === undefined && record.serviceId === undefined) {
    return (record.dataWarehouseId ?? record.entityName) === id;
  }
  if (record.serviceId !== id) return false;
  const type = record.entityType?.toLowerCase();
  if (type !== undefined) return type === "service";
  return record.entityId === undefined || record.entityId !== record.dataWarehouseId;
}
