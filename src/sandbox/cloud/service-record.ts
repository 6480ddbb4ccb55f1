import type { ServiceDetails } from "./service-details.ts";

/** A stored service, without its password. */
export interface ServiceRecord {
  readonly createdAt: Date;
  /** Its initial data in bytes. */
  readonly initialSizeInBytes: number;
  /** Its fields in a response, without its state. */
  readonly details: ServiceDetails;
}

/** A service in a response at a time: first provisioning, then running. */
export function serviceAt({ createdAt, details }: ServiceRecord, now: Date, provisioningMs: number) {
  const ageMs = now.getTime() - createdAt.getTime();
  return { ...details, state: ageMs < provisioningMs ? "provisioning" : "running" };
}
