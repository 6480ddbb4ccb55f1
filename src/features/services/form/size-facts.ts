import { escapeName } from "../../../platform/blocks/escape.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";

/** Where a requested service runs and how large it is, each in a few words; what the request leaves out is left out. */
export function sizeFacts({
  provider,
  region,
  numReplicas,
  minReplicaMemoryGb,
  maxReplicaMemoryGb,
}: ServiceRequest): string[] {
  return [
    ...(provider ? [provider] : []),
    ...(region ? [escapeName(region)] : []),
    ...(numReplicas === undefined ? [] : [`${numReplicas} ${numReplicas === 1 ? "replica" : "replicas"}`]),
    ...(minReplicaMemoryGb === undefined || maxReplicaMemoryGb === undefined
      ? []
      : [`${minReplicaMemoryGb} to ${maxReplicaMemoryGb} GB each`]),
  ];
}
