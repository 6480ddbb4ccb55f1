import type { Decimal } from "decimal.js";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import {
  type CreditPrice,
  Credits,
  formatCredits,
  formatMoney,
  moneyOf,
  separated,
} from "../../../lib/money.ts";
import type { RateFinding } from "./find-compute-rate.ts";
import { code } from "../../../platform/blocks/escape.ts";

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

/** True if a request says how large its service may become, so its price does not depend on the cloud. */
export function isSizeKnown(request: RequestedSize): boolean {
  return estimateDay(request, 0)?.highCredits !== undefined;
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

/** The compute of one day in credits: at the smallest size, with three busy hours, and at the largest size. */
export interface DayCredits {
  low: Decimal;
  usual: Decimal;
  high: Decimal;
}

/** The estimated compute of a day; undefined without a rate or a whole size. */
export function estimatedDay(ground: EstimateGround): DayCredits | undefined {
  const basis = basisOf(ground);
  const estimate = basis && estimateDay(ground.request, basis.creditsPerGbHour);
  const usual = usualCredits(estimate);
  const { lowCredits: low, highCredits: high } = estimate ?? {};
  return low && high && usual && { low, usual, high };
}

/** The input of an estimate. */
export interface EstimateGround {
  request: RequestedSize & Pick<ServiceRequest, "idleScaling">;
  /** The finding from the workspace's own usage; undefined while it is read. */
  finding: RateFinding | undefined;
  /** Compute credits per GB-hour, set by an admin for a workspace without usage of its own. */
  adminRate?: Decimal.Value | undefined;
  /** What a credit costs, if the connection has a price. */
  price?: CreditPrice | undefined;
}

interface Basis {
  creditsPerGbHour: Decimal;
  words: string;
}

/** The costs of compute a day in one line of mrkdwn, or the reason why there is no estimate. */
export function formatEstimate(ground: EstimateGround): string {
  const { request, finding, price } = ground;
  const basis = basisOf(ground);
  // Any rate will do, because the size alone decides whether there is an estimate.
  const estimate = estimateDay(request, basis?.creditsPerGbHour ?? 0);
  if (!estimate) return "*Estimate:* none, because the cloud chooses the size.";
  if (!basis) return withoutBasis(finding);
  return `*Estimate:* ${range(estimate, price)}, compute only, ${basis.words}.`;
}

/** The usual costs of compute in 30 days, as in "about 780 credits or €234.00 a month"; undefined without a rate or a size. */
export function formatMonthly(ground: EstimateGround): string | undefined {
  const basis = basisOf(ground);
  const usual = basis && usualCredits(estimateDay(ground.request, basis.creditsPerGbHour));
  return usual && `about ${rounded(usual.times(days), ground.price, 2)} a month`;
}

/** The workspace's own usage comes before the admin's rate, because it shows what the workspace pays. */
function basisOf({ finding, adminRate }: EstimateGround): Basis | undefined {
  if (finding === undefined) return undefined;
  if (finding.status === "known") {
    return { creditsPerGbHour: finding.rate.creditsPerGbHour, words: "at the rate of your own services" };
  }
  if (adminRate === undefined) return undefined;
  return { creditsPerGbHour: new Credits(adminRate), words: "at the rate that your admin set" };
}

function withoutBasis(finding: RateFinding | undefined): string {
  if (finding === undefined) return "*Estimate:* reading what your services used…";
  if (finding.status === "unreadable") {
    return `*Estimate:* couldn't read what your services used. ${finding.reason}`;
  }
  const add = code("/db services add <service id> <name>");
  return `*Estimate:* not yet. Add a running service with ${add}, and I can estimate from what it used.`;
}

/** Of a day at work. The rest of the day counts at the smallest size. */
const busyHours = 3;

/** The costs of a day with three busy hours. Undefined if a bound is. */
function usualCredits(estimate: DayEstimate | undefined): Decimal | undefined {
  const { lowCredits, highCredits } = estimate ?? {};
  if (!lowCredits || !highCredits) return undefined;
  return lowCredits
    .times(hoursADay - busyHours)
    .plus(highCredits.times(busyHours))
    .div(hoursADay);
}

function range(estimate: DayEstimate, price: CreditPrice | undefined): string {
  const { lowCredits, highCredits } = estimate;
  const low = lowCredits && digits(lowCredits);
  const high = highCredits && digits(highCredits);
  const usual = usualCredits(estimate);
  if (low === undefined) return `at most ${rounded(highCredits, price)} a day`;
  if (high === undefined || !usual) return `at least ${rounded(lowCredits, price)} a day`;
  if (low === high) return `about ${rounded(lowCredits, price)} a day`;
  return `about ${rounded(usual, price, 2)} a day (${low} idle, ${high} flat out)`;
}

/** "26 credits", and with a price "26 credits or €7.80". */
function rounded(credits: Decimal | undefined, price: CreditPrice | undefined, count = 3): string {
  if (!credits) return "";
  const money = price && formatMoney(moneyOf(toDigits(credits, count), price), price.currency);
  return `${digits(credits, count)} credits${money === undefined ? "" : ` or ${money}`}`;
}

function digits(credits: Decimal, count = 3): string {
  const shown = toDigits(credits, count);
  return credits.lt(1) ? formatCredits(credits) : separated(shown, shown.decimalPlaces());
}

// More digits would claim a precision that an estimate does not have.
function toDigits(credits: Decimal, count: number): Decimal {
  return credits.lt(1) ? credits : credits.toSignificantDigits(count);
}
