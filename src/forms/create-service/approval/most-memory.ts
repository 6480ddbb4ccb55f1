import type { ServiceRequest } from "../../../cloud/service-request.ts";
import { defaultReplicas } from "../../../costs/estimate.ts";

/** The most memory that a service may come to have, in GB, of all its replicas together; undefined where that is left to the cloud. */
export function mostMemoryGb({
  maxReplicaMemoryGb,
  maxTotalMemoryGb,
  numReplicas = defaultReplicas.most,
}: ServiceRequest): number | undefined {
  const ofReplicas = maxReplicaMemoryGb === undefined ? 0 : maxReplicaMemoryGb * numReplicas;
  // Where both are given and disagree, nobody knows which one counts.
  return Math.max(ofReplicas, maxTotalMemoryGb ?? 0) || undefined;
}
