import type { Decimal } from "decimal.js";
import { z } from "zod";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import {
  type CreditPrice,
  Credits,
  DecimalText,
  formatCost,
  formatCredits,
  formatMoney,
  moneyOf,
  separated,
} from "../../../lib/money.ts";
import { plural } from "../../../lib/text.ts";
import { code } from "../../../platform/blocks/escape.ts";
import type { PriceBasis } from "./price-basis.ts";

// The one place that computes what a service costs. Forms, reviews, approvals, changes, hard limits, budgets and
// programs all show or compare a `Price`, and only `priceOf` makes one.

/** The fields of a service request that determine its compute costs. */
export type RequestedSize = Partial<
  Pick<
    ServiceRequest,
    | "numReplicas"
    | "minReplicaMemoryGb"
    | "maxReplicaMemoryGb"
    | "minTotalMemoryGb"
    | "maxTotalMemoryGb"
    | "idleScaling"
  >
>;

// spec/api.md, "Service": numReplicas is by default 1 for BASIC organizations, 3 for SCALE and ENTERPRISE.
/** The fewest and the most replicas of a service, if their number is left to the cloud. */
export const defaultReplicas = { fewest: 1, most: 3 } as const;

// spec/api.md, "Service": the total memory fields count three workers.
const workersInTotal = 3;
const hoursADay = 24;
/** Of a day at work. The rest of the day counts at the smallest size. */
const busyHours = 3;
const daysAMonth = 30;

/** The number of replicas that a price counts. They are two numbers only if nothing tells how many it will be. */
interface Replicas {
  fewest: number;
  most: number;
  /** What tells their number: the request, or the workspace's own services. */
  from: "request" | "own" | "cloud";
}

declare const made: unique symbol;

/** What the compute of a service costs a day, in credits, and what that assumes. */
interface KnownPrice {
  [made]?: never;
  status: "known";
  /** All day at the smallest size. Undefined if that size is left to the cloud. */
  low: Decimal | undefined;
  /** A day with its busy hours: one number, or two ends if the number of replicas isn't known. */
  usual: { from: Decimal; to: Decimal } | undefined;
  /** All day at the largest size. Undefined if that size is left to the cloud. */
  high: Decimal | undefined;
  replicas: Replicas;
  minGb: Decimal | undefined;
  maxGb: Decimal | undefined;
  rate: Extract<PriceBasis["rate"], { creditsPerGbHour: unknown }>;
  credit: CreditPrice | undefined;
}

/** What a service costs, or why that isn't known. Only `priceOf` makes one. */
export type Price =
  | KnownPrice
  | {
      /** "unsized": the cloud chooses the size. "reading": the basis is read. "none": there is no rate yet. */
      status: "unsized" | "reading" | "none";
    }
  | {
      status: "unreadable";
      /** In mrkdwn. */
      reason: string;
    };

/** The price of a service of this size on a basis. Without one, it is being read. */
export function priceOf(request: RequestedSize, basis: PriceBasis | undefined): Price {
  const { minGb, maxGb } = replicaMemory(request);
  if (minGb === undefined && maxGb === undefined) return { status: "unsized" };
  if (!basis) return { status: "reading" };
  const { rate, credit } = basis;
  if (rate.status === "none") return { status: "none" };
  if (rate.status === "unreadable") return rate;
  const replicas = replicasOf(request, basis);
  const ofDay = (gb: Decimal, count: number) => gb.times(count).times(hoursADay).times(rate.creditsPerGbHour);
  const usualDay = (count: number) =>
    minGb &&
    maxGb &&
    ofDay(minGb, count)
      .times(hoursADay - busyHours)
      .plus(ofDay(maxGb, count).times(busyHours))
      .div(hoursADay);
  const [from, to] = [usualDay(replicas.fewest), usualDay(replicas.most)];
  return {
    status: "known",
    low: minGb && ofDay(minGb, replicas.fewest),
    usual: from && to && { from, to },
    high: maxGb && ofDay(maxGb, replicas.most),
    replicas,
    minGb,
    maxGb,
    rate,
    credit,
  };
}

/** The request says their number, or else the workspace's own services do. */
function replicasOf({ numReplicas }: RequestedSize, { usualReplicas }: PriceBasis): Replicas {
  if (numReplicas !== undefined) return { fewest: numReplicas, most: numReplicas, from: "request" };
  if (usualReplicas !== undefined) return { fewest: usualReplicas, most: usualReplicas, from: "own" };
  return { ...defaultReplicas, from: "cloud" };
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
  return replicaMemory(request).maxGb !== undefined;
}

/** The costs of 30 days at the largest size, in credits. Undefined without a rate or a largest size. */
export function mostCreditsAMonth(price: Price): Decimal | undefined {
  return price.status === "known" ? price.high?.times(daysAMonth) : undefined;
}

/** The compute of one day in credits: at the smallest size, with its busy hours, and at the largest size. */
export interface DayCredits {
  low: Decimal;
  usual: Decimal;
  high: Decimal;
}

/** The same as a record keeps it, as texts. */
export const PerDay = z.object({ low: DecimalText, usual: DecimalText, high: DecimalText });
export type PerDay = z.output<typeof PerDay>;

/** The compute of a day. Of a range it has the upper end. Undefined without a rate or a whole size. */
export function perDayOf(price: Price): PerDay | undefined {
  if (price.status !== "known") return undefined;
  const { low, usual, high } = price;
  return low && usual && high && { low: low.toFixed(), usual: usual.to.toFixed(), high: high.toFixed() };
}

/** The usual costs of 30 such days in credits, rounded as every text shows them. */
export function usualCreditsAMonth({ usual }: Pick<DayCredits, "usual">): Decimal {
  return toDigits(usual.times(daysAMonth), usualDigits);
}

/** The price of a month, its basis, and all that it assumes, in one line of mrkdwn; or why it isn't known. */
export function formatEstimate(price: Price): string {
  return `*Estimate:* ${estimateText(price)}`;
}

/** The same without its heading. Without code if `price` is known. */
export function estimateText(price: Price): string {
  switch (price.status) {
    case "known":
      return `${amounts(price)}, compute only. It assumes ${assumptions(price)}, at the rate ${rateText(price)}.`;
    case "unsized":
      return "none, because the cloud chooses the size.";
    case "reading":
      return "reading what your services used…";
    case "unreadable":
      return `couldn't read what your services used. ${price.reason}`;
    case "none": {
      const add = code("/db services add <service id> <name>");
      return `not yet. Add a running service with ${add}, and I can estimate from what it used.`;
    }
  }
}

/** The usual price of a month in at most so many characters: "about 780 credits or €234.00 a month". Undefined if it isn't known. */
export function shortPrice(price: Price, longest = Infinity): string | undefined {
  const variants = price.status === "known" && price.usual ? usualVariants(price, price.usual) : [];
  return variants.find(({ length }) => length <= longest);
}

function amounts(price: KnownPrice): string {
  const { usual, low, high, credit } = price;
  const ofMonth = (credits: Decimal) => `${formatCost(credits.times(daysAMonth), credit)} a month`;
  const most = high && `at most ${ofMonth(high)}`;
  if (!usual) return low ? `at least ${ofMonth(low)}` : (most ?? "");
  const [about = ""] = usualVariants(price, usual);
  return most === undefined || low?.eq(high ?? 0) ? about : `${about}, ${most}`;
}

const usualDigits = 2;

/** The usual month in credits and in money, the fullest text first. */
function usualVariants({ credit }: KnownPrice, usual: { from: Decimal; to: Decimal }): string[] {
  const ends = [usual.from, usual.to].map((end) => toDigits(end.times(daysAMonth), usualDigits));
  const credits = `${between(ends.map(digits))} credits`;
  const money = credit && between(ends.map((end) => formatMoney(moneyOf(end, credit), credit.currency)));
  const about = ends[0]?.eq(ends[1] ?? 0) ? "about " : "";
  return [
    ...(money === undefined ? [] : [`${about}${credits} or ${money} a month`, `${about}${money} a month`]),
    `${about}${credits} a month`,
  ];
}

/** "860", or "500 to 1,500". */
function between([from = "", to = ""]: readonly string[]): string {
  return from === to ? from : `${from} to ${to}`;
}

/** What a price counts, as the middle of a sentence. */
function assumptions({ replicas, minGb, maxGb }: KnownPrice): string {
  const size = [minGb, maxGb].map((gb) => gb && `${separated(gb, Math.min(2, gb.decimalPlaces()))} GB`);
  const [min, max] = size;
  const hours =
    min === max || min === undefined || max === undefined
      ? `always at ${max ?? min}`
      : `${busyHours} busy hours a day at ${max} and the rest at ${min}`;
  return [replicasText(replicas), hours, "never asleep"].join(", ");
}

function replicasText({ fewest, most, from }: Replicas): string {
  if (from === "cloud") return `${fewest} to ${plural(most, "replica")}, as the cloud decides`;
  return from === "own"
    ? `${plural(most, "replica")} as your own services usually have`
    : plural(most, "replica");
}

function rateText({ rate }: KnownPrice): string {
  if (rate.status === "admin") return "that your admin set";
  return rate.mayIdle ? "of your own services, which is too low if they slept" : "of your own services";
}

function digits(credits: Decimal): string {
  return credits.lt(1) ? formatCredits(credits) : separated(credits, credits.decimalPlaces());
}

// More digits would claim a precision that an estimate does not have.
function toDigits(credits: Decimal, count: number): Decimal {
  return credits.lt(1) ? credits : credits.toSignificantDigits(count);
}
