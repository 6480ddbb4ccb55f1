import { type organizationTiers, providers, regionsByProvider, type ServiceRequest } from "./contract.ts";
import { seededUuid } from "./seeded-random.ts";

const engineVersion = "26.8";
const defaultMinReplicaMemoryGb = 16;
const defaultMaxReplicaMemoryGb = 64;
// The total-memory fields are for three workers (spec/api.md, Service).
const workersInTotal = 3;

/** The identity of a new service. */
export interface ServiceIdentity {
  id: string;
  createdAt: Date;
}

/** A service without its state. */
export type ServiceDetails = ReturnType<typeof serviceDetails>;

/**
 * A service in a response without its state: requested values, and defaults for the rest. The specification's
 * fields are in its order, before those of running servers.
 */
export function serviceDetails(
  request: ServiceRequest,
  organization: { tier: (typeof organizationTiers)[number]; services: readonly unknown[] },
  { id, createdAt }: ServiceIdentity,
) {
  const region = request.region ?? regionsByProvider[request.provider ?? "aws"][0];
  return {
    id,
    name: request.name ?? `Service ${organization.services.length + 1}`,
    engineVersion,
    endpoints: endpoints(request, `${id.slice(0, 8)}.${region}.db.example.com`),
    ...memory(request),
    // 1 for BASIC, 3 for SCALE and ENTERPRISE (spec/api.md, Service).
    numReplicas: request.numReplicas ?? (organization.tier === "BASIC" ? 1 : 3),
    idleScaling: request.idleScaling ?? true,
    idleTimeoutMinutes: request.idleTimeoutMinutes ?? 15,
    ipAccessList: request.ipAccessList ?? [],
    createdAt: createdAt.toISOString(),
    encryptionKey: request.encryptionKey,
    encryptionAssumedRoleIdentifier: request.encryptionAssumedRoleIdentifier,
    iamRole: `arn:aws:iam::123456789012:role/service-${id.slice(0, 8)}`,
    privateEndpointIds: [],
    availablePrivateEndpointIds: [],
    dataWarehouseId: request.dataWarehouseId ?? seededUuid(id, "warehouse"),
    isPrimary: request.dataWarehouseId === undefined,
    isReadonly: request.isReadonly ?? false,
    byocId: request.byocId,
    ...transparentEncryption(request, id),
    ...ofRunningServers(request, region),
  };
}

/** Fields beyond the specification's. Some are in the response only if they were in the request. */
function ofRunningServers(request: ServiceRequest, region: NonNullable<ServiceRequest["region"]>) {
  const { tier = "production", releaseChannel, profile, complianceType } = request;
  const provider =
    providers.find((name) => regionsByProvider[name].some((known) => known === region)) ?? "aws";
  return { provider, region, tier, releaseChannel, profile, complianceType };
}

/** HTTPS is always available. MySQL only if the request enables it. */
function endpoints(request: ServiceRequest, host: string) {
  const mysqlEnabled =
    request.endpoints?.some(({ protocol, enabled }) => protocol === "mysql" && enabled) ?? false;
  return [
    { protocol: "https", host, port: 8443, username: "default" },
    ...(mysqlEnabled ? [{ protocol: "mysql", host, port: 3306, username: "default" }] : []),
  ];
}

function memory(request: ServiceRequest) {
  const askedMin = request.minReplicaMemoryGb ?? perWorker(request.minTotalMemoryGb);
  const askedMax = request.maxReplicaMemoryGb ?? perWorker(request.maxTotalMemoryGb);
  const min = askedMin ?? Math.min(defaultMinReplicaMemoryGb, askedMax ?? defaultMinReplicaMemoryGb);
  const max = askedMax ?? Math.max(defaultMaxReplicaMemoryGb, min);
  const total = totalMemory(min, max);
  return {
    minTotalMemoryGb: request.minTotalMemoryGb ?? total.minTotalMemoryGb,
    maxTotalMemoryGb: request.maxTotalMemoryGb ?? total.maxTotalMemoryGb,
    minReplicaMemoryGb: min,
    maxReplicaMemoryGb: max,
  };
}

/** The fields of the total memory for a memory per replica. */
export function totalMemory(minReplicaGb: number, maxReplicaGb: number) {
  return {
    minTotalMemoryGb: minReplicaGb * workersInTotal,
    maxTotalMemoryGb: maxReplicaGb * workersInTotal,
  };
}

function perWorker(totalGb: number | undefined): number | undefined {
  return totalGb === undefined ? undefined : totalGb / workersInTotal;
}

function transparentEncryption(request: ServiceRequest, id: string) {
  if (request.hasTransparentDataEncryption !== true) return { hasTransparentDataEncryption: false };
  return {
    hasTransparentDataEncryption: true,
    transparentDataEncryptionKeyId: seededUuid(id, "transparent data encryption key"),
    encryptionRoleId: `service-${id.slice(0, 8)}-encryption`,
  };
}
