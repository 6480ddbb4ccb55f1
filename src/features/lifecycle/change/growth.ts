import { type WantedService, mostMemoryGb } from "../../services/index.ts";
import type { Part, SubmittedChange } from "../changes/change.ts";
import type { Shape } from "../changes/progress.ts";
import { wantedAfter } from "./state.ts";

/** A change that is wanted of a service, and the service as it was seen. */
type WantedChange = Pick<SubmittedChange, "service" | "seen"> & { parts: readonly Part[] };

/**
 * The size that a change leads to, if it may cost more than the present one: more memory, or none of the time asleep.
 * Undefined if it can't. A start costs again, but no more than what was allowed before the stop.
 */
export function growthOf({ service, seen = {}, parts }: WantedChange): WantedService | undefined {
  if (!parts.some(({ kind }) => kind === "scaling")) return undefined;
  const { ipAccessList: _not, ...wanted } = wantedAfter(seen, parts);
  const grows = (mostMemoryGb(wanted) ?? 0) > (mostMemoryGb(seen) ?? 0) || lowGb(wanted) > lowGb(seen);
  const wakes = seen.idleScaling !== false && wanted.idleScaling === false;
  const { serviceId, connection } = service;
  return grows || wakes ? { request: wanted, connection, serviceId } : undefined;
}

function lowGb({ minReplicaMemoryGb = 0, numReplicas = 1 }: Shape): number {
  return minReplicaMemoryGb * numReplicas;
}
