import type { ServiceRecord } from "./service-record.ts";
import { dayMs } from "./duration.ts";

const bytesPerDay = 160_000_000;

/** A service's data in bytes at a time: none before it exists, then its initial size with steady growth. */
export function dataSizeInBytes(service: ServiceRecord, at: Date): number {
  const ageInDays = (at.getTime() - service.createdAt.getTime()) / dayMs;
  if (ageInDays < 0) return 0;
  return Math.round(service.initialSizeInBytes + ageInDays * bytesPerDay);
}
