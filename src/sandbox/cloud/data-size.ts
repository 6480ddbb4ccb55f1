import type { ServiceRecord } from "./service-record.ts";
import { dayMs } from "./utc-day.ts";

const bytesPerDay = 160_000_000;

/** How much data a service holds at a moment, in bytes: what it began with, and a steady growth since. */
export function dataSizeInBytes(service: ServiceRecord, at: Date): number {
  const ageInDays = Math.max(0, at.getTime() - service.createdAt.getTime()) / dayMs;
  return Math.round(service.initialSizeInBytes + ageInDays * bytesPerDay);
}
