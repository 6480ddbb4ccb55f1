import type { organizationTiers } from "./contract.ts";
import type { ServiceRecord } from "./service-record.ts";

/** An organization of the reference server with its key and present services. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly keyId: string;
  readonly keySecret: string;
  readonly tier: (typeof organizationTiers)[number];
  readonly paid: boolean;
  /** The oldest first. A created service is added at the end, and a change replaces its record. */
  readonly services: ServiceRecord[];
  /** Those that were deleted. Their costs stay. */
  readonly deleted: ServiceRecord[];
}
