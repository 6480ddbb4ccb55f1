import type { Decimal } from "decimal.js";
import {
  type CreditPrice,
  formatCost,
  formatMoney,
  formatAmount,
  moneyOf,
  Credits,
} from "../../../lib/money.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import {
  type RateFinding,
  findComputeRate,
  isSizeKnown,
  keptComputeRate,
  mostCreditsAMonth,
} from "../../costs/index.ts";
import type { ServicesContext } from "../context.ts";
import type { HardLimits } from "./record.ts";
import * as texts from "./texts.ts";

/** A service that someone wants to create. */
export interface WantedService {
  request: ServiceRequest;
  connection: string;
}

/**
 * Why the workspace's hard limits deny a service now, in plain sentences; undefined if they allow it. What isn't known
 * is denied. The rate is read from the cloud if it isn't kept.
 */
export async function whyDenied(
  wanted: WantedService,
  context: ServicesContext,
): Promise<string | undefined> {
  const limits = await context.hardLimits.find();
  if (!limits?.price) return undefined;
  const { services, computeRates, now } = context;
  const parts = { cloud: context.cloudOf(wanted.connection), services, computeRates, now };
  return whyTooExpensive(limits.price, wanted, await findComputeRate(parts, wanted.connection), context);
}

/** The same with what is known already, for a form that is drawn at once. What isn't known yet isn't denied yet. */
export async function whyDeniedSoFar(
  wanted: WantedService,
  context: ServicesContext,
  finding?: RateFinding,
): Promise<string | undefined> {
  const limits = await context.hardLimits.find();
  if (!limits?.price) return undefined;
  const kept = finding ?? (await keptComputeRate(context, wanted.connection));
  return kept && whyTooExpensive(limits.price, wanted, kept, context);
}

async function whyTooExpensive(
  limit: NonNullable<HardLimits["price"]>,
  { request, connection }: WantedService,
  finding: RateFinding,
  { creditPrices, computeCreditsPerGbHour: adminRate }: ServicesContext,
): Promise<string | undefined> {
  const most = formatLimit(limit);
  if (!isSizeKnown(request)) return texts.unknownSize(most);
  const credits = mostCreditsAMonth(request, finding, adminRate);
  if (credits === undefined)
    return finding.status === "unreadable" ? texts.unreadable(most) : texts.unknownRate(most);
  const price = await creditPrices.of(connection);
  const amount = limit.unit === "credits" ? credits : amountIn(limit.unit, credits, price);
  if (amount === undefined) return texts.noPrice(most, limit.unit);
  return amount.gt(limit.most) ? texts.tooExpensive(formatCost(credits, price), most) : undefined;
}

function amountIn(currency: string, credits: Decimal, price: CreditPrice | undefined): Decimal | undefined {
  return price?.currency === currency ? moneyOf(credits, price) : undefined;
}

/** A limit in words: "500 credits", "€150.00". */
export function formatLimit({ most, unit }: NonNullable<HardLimits["price"]>): string {
  return unit === "credits" ? formatAmount(most) : formatMoney(new Credits(most), unit);
}
