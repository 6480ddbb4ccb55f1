import { z } from "zod";
import { operation } from "../operation.ts";
import { crossFieldProblems } from "./request-rules.ts";
import { ServiceRequest } from "./request.ts";
import { Service } from "./service.ts";

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
