import type { Decimal } from "decimal.js";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { Credits } from "../../../lib/money.ts";
import type { RateFinding } from "./compute-rate-lookup.ts";

/** The fields of a service request that determine its compute costs. */
export type RequestedSize = Pick<
  ServiceRequest,
  "numReplicas" | "minReplicaMemoryGb" | "maxReplicaMemoryGb" | "minTotalMemoryGb" | "maxTotalMemoryGb"
>;

/** The compute costs of a whole day; a bound is undefined if that size is left to the cloud. */
export interface DayEstimate {
  /** All day at the smallest size. */
  lowCredits: Decimal | undefined;
  /** All day at the largest size. */
  highCredits: Decimal | undefined;
  /** True if the number of replicas is left to the cloud; the range then covers every default. */
  replicasAssumed: boolean;
}

// spec/api.md, "Service": numReplicas is by default 1 for BASIC organizations, 3 for SCALE and ENTERPRISE.
/** The fewest and the most replicas of a service, if their number is left to the cloud. */
export const defaultReplicas = { fewest: 1, most: 3 } as const;

// spec/api.md, "Service": the total memory fields count three workers.
const workersInTotal = 3;
const hoursADay = 24;

/** The costs of a service of this size per day, in credits; undefined if its whole size is left to the cloud. */
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

/** The memory of each replica. Total memory counts only without replica memory, because the two may disagree. */
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

/** A service's compute costs in 30 days at its largest size, in credits; undefined without a rate or a largest size. */
export function mostCreditsAMonth(
  request: RequestedSize,
  finding: RateFinding | undefined,
  adminRate: Decimal.Value | undefined,
): Decimal | undefined {
  const rate = finding?.status === "known" ? finding.rate.creditsPerGbHour : adminRate;
  if (rate === undefined) return undefined;
  return estimateDay(request, rate)?.highCredits?.times(days);
}
