import type { ServiceRecord } from "./service-record.ts";
import { dayMs } from "../../lib/duration.ts";

const bytesPerDay = 160_000_000;

/** How much data a service holds at a moment, in bytes: nothing before it is there, then what it began with, and a steady growth. */
export function dataSizeInBytes(service: ServiceRecord, at: Date): number {
  const ageInDays = (at.getTime() - service.createdAt.getTime()) / dayMs;
  if (ageInDays < 0) return 0;
  return Math.round(service.initialSizeInBytes + ageInDays * bytesPerDay);
}
