import { dataSizeInBytes } from "./data-size.ts";
import { seededBetween } from "./seeded-random.ts";
import type { ServiceRecord } from "./service-record.ts";
import { dayStart, utcDay } from "./utc-day.ts";
import { dayMs } from "./duration.ts";

/** Metrics by their name in the specification, in whole hundredths of a credit. */
export type Hundredths = Readonly<Record<string, number>>;

// All prices are invented. They only have to look like a bill.
const storagePerGb = 8;
const backupPerGb = 3;
const computePerUnitHour = 14;
const gbPerUnit = 8;
const transferPerUnit = 11;
const shareUsedWithIdleScaling = 0.45;
const growthPerDay = 0.003;
const weekendShare = 0.62;

/** A warehouse's costs of a whole day: its data and their backups. */
export function costOfKeeping(day: string, services: readonly ServiceRecord[]): Hundredths {
  const endOfDay = new Date(dayStart(day).getTime() + dayMs);
  const bytes = services.reduce((sum, service) => sum + dataSizeInBytes(service, endOfDay), 0);
  const gb = bytes / 1e9;
  return { storageCredits: Math.round(gb * storagePerGb), backupCredits: Math.round(gb * backupPerGb) };
}

/** A service's costs of a whole day: its compute and its outgoing data. None while it is stopped. */
export function costOfWork(day: string, service: ServiceRecord): Hundredths {
  const { id } = service.details;
  if (service.command?.name === "stop") return {};
  const busy = busyness(day, service);
  const units = computeUnits(service);
  const isFirstDay = day === utcDay(service.createdAt);
  return {
    computeCredits: Math.round(
      units * 24 * computePerUnitHour * busy * seededBetween(0.94, 1.06, id, day, "compute"),
    ),
    ...(isFirstDay && { initialLoadCredits: initialLoad(service) }),
    publicDataTransferCredits: Math.round(
      units * transferPerUnit * busy * seededBetween(0.6, 1.4, id, day, "public"),
    ),
    interRegionTier1DataTransferCredits: Math.round(units * busy * seededBetween(2, 6, id, day, "tier 1")),
  };
}

function computeUnits({ details }: ServiceRecord): number {
  const { numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb } = details;
  const usualMemoryGb = minReplicaMemoryGb + (maxReplicaMemoryGb - minReplicaMemoryGb) / 4;
  return (numReplicas * usualMemoryGb) / gbPerUnit;
}

/** 1 is a weekday of a new service that never idles. */
function busyness(day: string, { createdAt, details }: ServiceRecord): number {
  const ageInDays = Math.max(0, dayStart(day).getTime() - createdAt.getTime()) / dayMs;
  const weekday = dayStart(day).getUTCDay();
  const atWork = weekday === 0 || weekday === 6 ? weekendShare : 1;
  return (1 + ageInDays * growthPerDay) * atWork * (details.idleScaling ? shareUsedWithIdleScaling : 1);
}

function initialLoad({ initialSizeInBytes }: ServiceRecord): number {
  return Math.round(initialSizeInBytes / 1e9) * 2;
}
