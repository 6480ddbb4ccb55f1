import { defaultReplicas } from "../../costs/index.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";

// spec/api.md, "Service": the total memory fields speak of three workers.
const workersInTotal = 3;

/** The most memory that a service may come to have, in GB, of all its replicas together; undefined where that is left to the cloud. */
export function mostMemoryGb({
  maxReplicaMemoryGb,
  maxTotalMemoryGb,
  numReplicas = defaultReplicas.most,
}: ServiceRequest): number | undefined {
  const sizes = [
    maxReplicaMemoryGb,
    maxTotalMemoryGb === undefined ? undefined : maxTotalMemoryGb / workersInTotal,
  ].filter((size) => size !== undefined);
  // Where both are given and disagree, nobody knows which one counts.
  return sizes.length === 0 ? undefined : Math.max(...sizes) * numReplicas;
}
