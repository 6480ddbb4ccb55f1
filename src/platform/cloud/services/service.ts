import { z } from "zod";
import { listOf, maybe, Numeric } from "../answer-fields.ts";
import { operation } from "../operation.ts";
import { ServiceRequest } from "./request.ts";

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
