import type { Decimal } from "decimal.js";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { Credits } from "../../../lib/money.ts";
import type { RateFinding } from "./compute-rate-lookup.ts";

/** The part of a service request that its compute costs follow from. */
export type RequestedSize = Pick<
  ServiceRequest,
  "numReplicas" | "minReplicaMemoryGb" | "maxReplicaMemoryGb" | "minTotalMemoryGb" | "maxTotalMemoryGb"
>;

/** What a whole day of compute would cost; a bound is absent where that size is left to the cloud. */
export interface DayEstimate {
  /** All day at the smallest size. */
  lowCredits: Decimal | undefined;
  /** All day at the largest size. */
  highCredits: Decimal | undefined;
  /** True where the number of replicas is left to the cloud, and the range covers every default. */
  replicasAssumed: boolean;
}

// spec/api.md, "Service": numReplicas is by default 1 for BASIC organizations, 3 for SCALE and ENTERPRISE.
/** The fewest and the most replicas that a service has where their number is left to the cloud. */
export const defaultReplicas = { fewest: 1, most: 3 } as const;

// spec/api.md, "Service": the total memory fields speak of three workers.
const workersInTotal = 3;
const hoursADay = 24;

/** What a service of this size would cost a day, in credits; undefined where all its size is left to the cloud. */
export function estimateDay(
  request: RequestedSize,
  creditsPerGbHour: Decimal.Value,
): DayEstimate | undefined {
  const { minGb, maxGb } = replicaMemory(request);
  if (minGb === undefined && maxGb === undefined) return undefined;
  const { fewest, most } = defaultReplicas;
  const ofDay = (gb: Decimal | undefined, replicas: number) =>
    gb
      ?.times(request.numReplicas ?? replicas)
      .times(hoursADay)
      .times(creditsPerGbHour);
  return {
    lowCredits: ofDay(minGb, fewest),
    highCredits: ofDay(maxGb, most),
    replicasAssumed: request.numReplicas === undefined,
  };
}

/** The memory of each replica; total memory counts only where no replica memory is given, as the two may disagree. */
function replicaMemory(request: RequestedSize) {
  const { minReplicaMemoryGb, maxReplicaMemoryGb, minTotalMemoryGb, maxTotalMemoryGb } = request;
  const byReplica = minReplicaMemoryGb !== undefined || maxReplicaMemoryGb !== undefined;
  return byReplica
    ? { minGb: decimal(minReplicaMemoryGb), maxGb: decimal(maxReplicaMemoryGb) }
    : {
        minGb: decimal(minTotalMemoryGb)?.div(workersInTotal),
        maxGb: decimal(maxTotalMemoryGb)?.div(workersInTotal),
      };
}

function decimal(value: number | undefined): Decimal | undefined {
  return value === undefined ? undefined : new Credits(value);
}

const days = 30;

/** What a service's compute costs in 30 days at its largest, in credits; undefined where nobody can tell. */
export function mostCreditsAMonth(
  request: RequestedSize,
  finding: RateFinding | undefined,
  adminRate: Decimal.Value | undefined,
): Decimal | undefined {
  const rate = finding?.status === "known" ? finding.rate.creditsPerGbHour : adminRate;
  if (rate === undefined) return undefined;
  return estimateDay(request, rate)?.highCredits?.times(days);
}
