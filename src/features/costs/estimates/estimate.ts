import type { Decimal } from "decimal.js";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { Credits, formatCredits, separated } from "../../../lib/money.ts";
import type { RateFinding, ComputeRate } from "./find-compute-rate.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { humanDays } from "../../../lib/day.ts";
import { plural } from "../../../lib/text.ts";

/** The fields of a service request that determine its compute costs. */
export type RequestedSize = Pick<
  ServiceRequest,
  "numReplicas" | "minReplicaMemoryGb" | "maxReplicaMemoryGb" | "minTotalMemoryGb" | "maxTotalMemoryGb"
>;

/** The compute costs of a whole day; a bound is undefined if that size is left to the cloud. */
interface DayEstimate {
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

/** The input of an estimate. */
export interface EstimateGround {
  request: RequestedSize & Pick<ServiceRequest, "idleScaling">;
  /** The finding from the workspace's own usage; undefined while it is read. */
  finding: RateFinding | undefined;
  /** Compute credits per GB-hour, set by an admin for a workspace without usage of its own. */
  adminRate?: Decimal.Value | undefined;
}

interface Basis {
  creditsPerGbHour: Decimal;
  words: string;
}

/** An estimate per day with its basis on a second line, or the reason why there is none; in mrkdwn. */
export function formatEstimate(ground: EstimateGround): string {
  const { request, finding } = ground;
  const basis = basisOf(ground);
  // Any rate will do, because the size alone decides whether there is an estimate.
  const estimate = estimateDay(request, basis?.creditsPerGbHour ?? 0);
  if (!estimate) {
    return "Estimate: none, as its size is left to the cloud. Choose its memory per replica to get one.";
  }
  if (!basis) return withoutBasis(finding);
  const idle = (request.idleScaling ?? true) ? ", less while it is scaled to zero" : "";
  const said = [`Estimate: ${range(estimate)} a day for compute${idle}.`, ...leftOpen(estimate)];
  const basedOn = [`Basis: ${basis.words}`, "Storage, backups and transfer come on top."];
  return [said.join(" "), basedOn.join(" ")].join("\n");
}

/** The workspace's own usage comes before the admin's rate, because it shows what the workspace pays. */
function basisOf({ finding, adminRate }: EstimateGround): Basis | undefined {
  if (finding === undefined) return undefined;
  if (finding.status === "known") {
    return { creditsPerGbHour: finding.rate.creditsPerGbHour, words: formatUsage(finding.rate) };
  }
  if (adminRate === undefined) return undefined;
  const creditsPerGbHour = new Credits(adminRate);
  const asSet = separated(creditsPerGbHour, creditsPerGbHour.decimalPlaces());
  const why = finding.status === "unreadable" ? " What your services used could not be read just now." : "";
  return {
    creditsPerGbHour,
    words: `a rate of ${asSet} credits per GB-hour set by your admin.${why}`,
  };
}

function formatUsage({ credits, gbHours, serviceCount, mayIdle, from, to }: ComputeRate): string {
  const [size, them] =
    serviceCount === 1 ? ["at its smallest size", "it was"] : ["at their smallest size", "they were"];
  const what = `${amount(credits)} compute credits for ${separated(gbHours, 0)} GB-hours`;
  const idle = mayIdle
    ? ` Hours in which ${them} scaled to zero count in full, so an hour at work may cost more.`
    : "";
  return `${what} of ${plural(serviceCount, "service")}, ${humanDays(from, to)} (UTC), ${size}.${idle}`;
}

function withoutBasis(finding: RateFinding | undefined): string {
  if (finding === undefined) return "Estimate: being worked out from what your services used.";
  if (finding.status === "unreadable") {
    return `Estimate: what your services used could not be read just now. ${finding.reason}`;
  }
  const add = code("/db services add <service id> <name>");
  return `Estimate: no basis yet. There is one after the first whole day (UTC) of a service that is known here: add one that runs with ${add}, or ask an admin to set a rate.`;
}

function range({ lowCredits, highCredits }: DayEstimate): string {
  const low = lowCredits && threeDigits(lowCredits);
  const high = highCredits && threeDigits(highCredits);
  if (low === undefined) return `up to ${high} credits`;
  if (high === undefined) return `at least ${low} credits`;
  return low === high ? `${low} credits` : `${low} to ${high} credits`;
}

function leftOpen({ lowCredits, highCredits, replicasAssumed }: DayEstimate): string[] {
  const { fewest, most } = defaultReplicas;
  const sizes = [
    lowCredits === undefined ? ["Its smallest size is left to the cloud."] : [],
    highCredits === undefined ? ["Its largest size is left to the cloud."] : [],
  ].flat();
  if (!replicasAssumed) return sizes;
  return [
    ...sizes,
    `The number of replicas is left to the cloud: ${fewest} in a BASIC organization, ${most} in SCALE and ENTERPRISE.`,
  ];
}

// More digits would claim a precision that an estimate does not have.
function threeDigits(credits: Decimal): string {
  if (credits.lt(1)) return formatCredits(credits);
  const rounded = credits.toSignificantDigits(3);
  return separated(rounded, rounded.decimalPlaces());
}

function amount(credits: Decimal): string {
  return credits.lt(100) ? formatCredits(credits) : separated(credits, 0);
}
