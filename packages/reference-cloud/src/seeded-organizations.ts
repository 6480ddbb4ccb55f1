import type { ServiceRequest } from "./contract.ts";
import type { Organization } from "./organization.ts";
import { seededToken, seededUuid } from "./seeded-random.ts";
import { serviceDetails } from "./service-details.ts";
import { dayStart, plusDays, utcDay } from "./utc-day.ts";
import { hourMs } from "./duration.ts";

interface ServiceSeed {
  request: ServiceRequest & { name: string };
  ageInDays: number;
  initialSizeInBytes: number;
}

type OrganizationSeed = Pick<Organization, "name" | "tier" | "paid"> & { services: ServiceSeed[] };

// Old enough for two whole months of costs before this one.
const demoServices: ServiceSeed[] = [
  {
    request: {
      name: "orders prod",
      provider: "aws",
      region: "eu-west-1",
      numReplicas: 3,
      minReplicaMemoryGb: 16,
      maxReplicaMemoryGb: 64,
      idleScaling: false,
      ipAccessList: [{ source: "203.0.113.0/24", description: "office" }],
      endpoints: [{ protocol: "mysql", enabled: true }],
    },
    ageInDays: 100,
    initialSizeInBytes: 34_000_000_000,
  },
  {
    request: {
      name: "web analytics",
      provider: "gcp",
      region: "europe-west4",
      numReplicas: 2,
      minReplicaMemoryGb: 8,
      maxReplicaMemoryGb: 32,
      idleScaling: true,
      idleTimeoutMinutes: 10,
    },
    ageInDays: 97,
    initialSizeInBytes: 9_500_000_000,
  },
];

const ledger: ServiceSeed = {
  request: { name: "ledger", provider: "azure", region: "westus3", hasTransparentDataEncryption: true },
  ageInDays: 90,
  initialSizeInBytes: 120_000_000_000,
};

// One of each kind that the rules distinguish. The first is the demo's, the second is empty.
const seeds: OrganizationSeed[] = [
  { name: "Corner Shop", tier: "SCALE", paid: true, services: demoServices },
  { name: "Weekend Project", tier: "BASIC", paid: false, services: [] },
  { name: "Harbour Bank", tier: "ENTERPRISE", paid: true, services: [ledger] },
];

/** The size and age of an organization for trying many services and long histories. */
export interface Fleet {
  services: number;
  days: number;
}

/** A server's initial organizations. Ids and keys follow from the seed, ages from the present day. */
export function seededOrganizations(seed: string, now: Date, fleet?: Fleet): Organization[] {
  const all = fleet === undefined ? seeds : [...seeds, fleetSeed(fleet)];
  return all.map((given) => seededOrganization(given, seed, now));
}

function fleetSeed({ services, days }: Fleet): OrganizationSeed {
  const numbered = Array.from({ length: services }, (_, index): ServiceSeed => {
    const request = { name: `fleet ${index + 1}`, provider: "aws", region: "eu-central-1" } as const;
    return { request, ageInDays: days, initialSizeInBytes: 1_000_000_000 * (index + 1) };
  });
  return { name: "Long Haul", tier: "SCALE", paid: true, services: numbered };
}

function seededOrganization({ services, ...given }: OrganizationSeed, seed: string, now: Date): Organization {
  const organization: Organization = {
    ...given,
    id: seededUuid(seed, given.name),
    keyId: seededToken(20, seed, given.name, "key id"),
    keySecret: seededToken(40, seed, given.name, "key secret"),
    services: [],
    deleted: [],
  };
  for (const service of services) addService(organization, service, now);
  return organization;
}

function addService(
  organization: Organization,
  { request, ageInDays, initialSizeInBytes }: ServiceSeed,
  now: Date,
): void {
  const createdAt = new Date(dayStart(plusDays(utcDay(now), -ageInDays)).getTime() + 9.5 * hourMs);
  const id = seededUuid(organization.id, request.name);
  const details = serviceDetails(request, organization, { id, createdAt });
  organization.services.push({ createdAt, initialSizeInBytes, details });
}
