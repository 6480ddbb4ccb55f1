import { z } from "zod";
import { Numeric, listOf, maybe } from "../answer-fields.ts";
import { operation } from "../operation.ts";
import { ServiceRequest, crossFieldProblems } from "./request.ts";

/** The states that running servers answered. The specification names none, and there may be others. */
export const serviceStates = [
  "provisioning",
  "starting",
  "running",
  "partially_running",
  "idle",
  "awaking",
  "stopping",
  "stopped",
  "terminating",
  "terminated",
  "softdeleting",
  "softdeleted",
  "degraded",
  "failed",
] as const;

/** A state that running servers answered. */
export type ServiceState = (typeof serviceStates)[number];

const Endpoint = z.looseObject({
  protocol: maybe(z.string()),
  host: maybe(z.string()),
  port: maybe(Numeric),
  username: maybe(z.string()),
});

/** A database service as servers answer it. Unknown fields are kept. */
export const Service = z.looseObject({
  id: z.string(),
  name: maybe(z.string()),
  engineVersion: maybe(z.string()),
  endpoints: maybe(
    z.array(maybe(Endpoint)).transform((endpoints) => endpoints.filter((known) => known !== undefined)),
  ),
  minTotalMemoryGb: maybe(z.number()),
  maxTotalMemoryGb: maybe(z.number()),
  minReplicaMemoryGb: maybe(z.number()),
  maxReplicaMemoryGb: maybe(z.number()),
  numReplicas: maybe(z.number()),
  idleScaling: maybe(z.boolean()),
  idleTimeoutMinutes: maybe(z.number()),
  ipAccessList: maybe(z.array(z.looseObject({ source: maybe(z.string()), description: maybe(z.string()) }))),
  /** ISO 8601. */
  createdAt: maybe(z.string()),
  encryptionKey: maybe(z.string()),
  encryptionAssumedRoleIdentifier: maybe(z.string()),
  iamRole: maybe(z.string()),
  privateEndpointIds: maybe(z.array(z.string())),
  availablePrivateEndpointIds: maybe(z.array(z.string())),
  dataWarehouseId: maybe(z.string()),
  isPrimary: maybe(z.boolean()),
  isReadonly: maybe(z.boolean()),
  byocId: maybe(z.string()),
  hasTransparentDataEncryption: maybe(z.boolean()),
  transparentDataEncryptionKeyId: maybe(z.string()),
  encryptionRoleId: maybe(z.string()),
  // Not in the specification, but sent by running servers: see `serviceStates`.
  state: maybe(z.string()),
  provider: maybe(z.string()),
  region: maybe(z.string()),
  tier: maybe(z.string()),
});

export type Service = z.output<typeof Service>;

/** The answer of create-service. The password is in this answer only, so no other field is required. */
export const CreatedService = z
  .looseObject({
    service: Service.extend({ id: maybe(z.string()) }).catch({}),
    /** Absent if the service takes its users from its warehouse. */
    password: maybe(z.string()),
  })
  .refine(({ service, password }) => password !== undefined || Object.keys(service).length > 0, {
    error: "It has no service.",
  });

export type CreatedService = z.output<typeof CreatedService>;

/** Creates a service. It cannot be repeated safely: resolve a lost answer first. */
export const createService = operation({
  surface: "management",
  method: "POST",
  path: "/v1/organizations/{organizationId}/services",
  documented: true,
  body: ServiceRequest,
  result: CreatedService,
  holdsSecret: true,
});

/** Lists the organization's services, if the server offers it. */
export const listServices = operation({
  surface: "management",
  method: "GET",
  path: "/v1/organizations/{organizationId}/services",
  documented: false,
  result: listOf(Service),
  holdsSecret: true,
});

/** Reads one service, if the server offers it. */
export const getService = operation({
  surface: "management",
  method: "GET",
  path: "/v1/organizations/{organizationId}/services/{serviceId}",
  documented: false,
  result: Service,
  holdsSecret: true,
});

// Running servers have these operations. The specification has none of them, so a server may lack any.

const { name, ipAccessList, numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb } = ServiceRequest.shape;
const { idleScaling, idleTimeoutMinutes } = ServiceRequest.shape;

/** What a change of a service may hold. A part that is absent stays as it is. */
export const ServiceChange = z.strictObject({
  name,
  /** Entries to add, and entries to take away. All others stay. */
  ipAccessList: z.strictObject({ add: ipAccessList, remove: ipAccessList }).optional(),
});
export type ServiceChange = z.output<typeof ServiceChange>;

/** What a change of a service's size may hold. A part that is absent stays as it is. */
export const ScalingChange = z
  .strictObject({ numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb, idleScaling, idleTimeoutMinutes })
  .superRefine((change, context) => {
    for (const { field, message } of crossFieldProblems(change)) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  });
export type ScalingChange = z.output<typeof ScalingChange>;

/** Starts or stops a service. */
export const StateChange = z.strictObject({ command: z.enum(["start", "stop"]) });

/** Changes the name or the addresses of a service, if the server offers it. */
export const changeService = operation({
  surface: "management",
  method: "PATCH",
  path: "/v1/organizations/{organizationId}/services/{serviceId}",
  documented: false,
  body: ServiceChange,
  result: Service,
  holdsSecret: true,
});

/** Starts or stops a service, if the server offers it. */
export const changeServiceState = operation({
  surface: "management",
  method: "PATCH",
  path: "/v1/organizations/{organizationId}/services/{serviceId}/state",
  documented: false,
  body: StateChange,
  result: Service,
  holdsSecret: true,
});

/** Changes the size of a service and when it idles, if the server offers it. */
export const scaleService = operation({
  surface: "management",
  method: "PATCH",
  path: "/v1/organizations/{organizationId}/services/{serviceId}/replicaScaling",
  documented: false,
  body: ScalingChange,
  result: Service,
  holdsSecret: true,
});

/** Deletes a service, if the server offers it. Running servers refuse it unless the service is stopped. */
export const deleteService = operation({
  surface: "management",
  method: "DELETE",
  path: "/v1/organizations/{organizationId}/services/{serviceId}",
  documented: false,
  result: z.unknown(),
});

const { encryptionKey: _secret, endpoints: _endpoints, ipAccessList: _addresses, ...plain } = Service.shape;

// More than any service has. A server that sends more uses no more of Redis.
const mostItems = 100;
const longestText = 500;

/** The details of a service that are kept: all documented fields except secrets, and no unknown fields. */
export const ServiceDetails = z
  .object({
    ...plain,
    endpoints: z.array(
      z.object({
        protocol: z.string().optional(),
        host: z.string().optional(),
        port: z.number().optional(),
        username: z.string().optional(),
      }),
    ),
    ipAccessList: z.array(z.object({ source: z.string().optional(), description: z.string().optional() })),
    /** The key itself is a secret and is not kept. */
    hasEncryptionKey: z.boolean(),
  })
  .partial();
export type ServiceDetails = z.output<typeof ServiceDetails>;

/** The details to keep of a service. */
export function detailsOf({ encryptionKey, ...service }: Partial<Service>): ServiceDetails {
  const hasEncryptionKey =
    encryptionKey === undefined || encryptionKey === "" ? {} : { hasEncryptionKey: true };
  return ServiceDetails.parse(bounded({ ...service, ...hasEncryptionKey }));
}

function bounded(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, longestText);
  if (Array.isArray(value)) return value.slice(0, mostItems).map(bounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bounded(each)]));
}
