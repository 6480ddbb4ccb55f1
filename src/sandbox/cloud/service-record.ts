import type { ServiceDetails } from "./service-details.ts";

/** A service as the reference server keeps it; its password is not among what is kept. */
export interface ServiceRecord {
  readonly createdAt: Date;
  /** What it held when it was created, in bytes. */
  readonly initialSizeInBytes: number;
  /** What an answer says of it, but its state. */
  readonly details: ServiceDetails;
}

/** A service as an answer shows it at a moment: provisioning at first, then running. */
export function serviceAt({ createdAt, details }: ServiceRecord, now: Date, provisioningMs: number) {
  const ageMs = now.getTime() - createdAt.getTime();
  return { ...details, state: ageMs < provisioningMs ? "provisioning" : "running" };
}
