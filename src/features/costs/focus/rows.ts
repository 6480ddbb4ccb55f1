import type { Decimal } from "decimal.js";
import { addDays, addMonths, startOf } from "../../../lib/day.ts";
import { type CreditPrice, Credits, moneyOf, sum } from "../../../lib/money.ts";
import type { CostRecord } from "../../../platform/cloud/costs/usage.ts";
import { metricLabel } from "../parts.ts";

// FOCUS, the FinOps Open Cost and Usage Specification: https://focus.finops.org/focus-specification/v1-2/

/** The versions that a file can have. */
export const focusVersions = ["1.2", "1.3"] as const;
export type FocusVersion = (typeof focusVersions)[number];

/** The columns that version 1.2 demands. Those of 1.3 follow from them. */
export const mandatoryColumns = [
  "BilledCost",
  "BillingAccountId",
  "BillingAccountName",
  "BillingCurrency",
  "BillingPeriodEnd",
  "BillingPeriodStart",
  "ChargeCategory",
  "ChargeClass",
  "ChargeDescription",
  "ChargePeriodEnd",
  "ChargePeriodStart",
  "ContractedCost",
  "EffectiveCost",
  "InvoiceIssuerName",
  "ListCost",
  "PricingQuantity",
  "PricingUnit",
  "ProviderName",
  "PublisherName",
  "ServiceCategory",
  "ServiceName",
] as const;

/** What the cloud's answer and the price of a credit say beyond those. Own columns begin with x_. */
const moreColumns = [
  "ChargeFrequency",
  "PricingCurrency",
  "PricingCurrencyEffectiveCost",
  "ResourceId",
  "ResourceName",
  "ResourceType",
  "SkuId",
  "x_Provisional",
] as const;

/** Version 1.3 has new names for providers, and keeps the earlier names. */
const newIn13 = ["HostProviderName", "ServiceProviderName"] as const;

/** The header of a file. */
export function focusColumns(version: FocusVersion): string[] {
  return [...mandatoryColumns, ...(version === "1.3" ? newIn13 : []), ...moreColumns];
}

/** What is the same in all rows. */
export interface FocusAccount {
  organizationId: string;
  /** The connection's name. */
  name: string;
  /** The host of the cloud. */
  provider: string;
  price: CreditPrice;
}

/** One charge by the name of its columns. Amounts stay numbers, so no spreadsheet reads them as formulas. */
type FocusRow = Readonly<Record<string, string | Decimal | null>>;

/** The charges of a record: one for each metric, and one for what the metrics leave of its total. They add up to it. */
export function focusRows(record: CostRecord, account: FocusAccount): FocusRow[] {
  const metrics = Object.entries(record.metrics).map(([metric, credits]) => ({
    metric,
    credits: new Credits(credits),
  }));
  const rest = new Credits(record.totalCredits).minus(sum(metrics.map(({ credits }) => credits)));
  return [...metrics, { metric: undefined, credits: rest }]
    .filter(({ credits }) => !credits.isZero())
    .map((charge) => rowOf(record, charge, account));
}

function rowOf(
  record: CostRecord,
  { metric, credits }: { metric: string | undefined; credits: Decimal },
  { organizationId, name, provider, price }: FocusAccount,
): FocusRow {
  const { date, locked, entityId, serviceId, dataWarehouseId, entityName, entityType } = record;
  const cost = moneyOf(credits, price);
  const month = startOf("month", date);
  const id = entityId ?? serviceId ?? dataWarehouseId ?? null;
  const what = metric === undefined ? "Other" : metricLabel(metric);
  // Only a correction may have a negative quantity. A negative amount is credited.
  const isUsage = credits.gt(0);
  return {
    BilledCost: cost,
    BillingAccountId: organizationId,
    BillingAccountName: name,
    BillingCurrency: price.currency,
    BillingPeriodEnd: timeOf(addMonths(month, 1)),
    BillingPeriodStart: timeOf(month),
    ChargeCategory: isUsage ? "Usage" : "Credit",
    ChargeClass: null,
    ChargeDescription: `${what} of ${entityName ?? id ?? "the organization"}`,
    ChargePeriodEnd: timeOf(addDays(date, 1)),
    ChargePeriodStart: timeOf(date),
    // The cloud reports no discounts.
    ContractedCost: cost,
    EffectiveCost: cost,
    InvoiceIssuerName: provider,
    ListCost: cost,
    PricingQuantity: isUsage ? credits : null,
    PricingUnit: isUsage ? "Credits" : null,
    ProviderName: provider,
    PublisherName: provider,
    ServiceCategory: "Databases",
    ServiceName: "Managed database",
    HostProviderName: provider,
    ServiceProviderName: provider,
    ChargeFrequency: isUsage ? "Usage-Based" : "One-Time",
    PricingCurrency: "Credits",
    PricingCurrencyEffectiveCost: credits,
    ResourceId: id,
    ResourceName: entityName ?? null,
    ResourceType: entityType ?? null,
    SkuId: metric ?? null,
    x_Provisional: locked ? "false" : "true",
  };
}

/** A day's beginning as the specification writes times. */
function timeOf(day: string): string {
  return `${day}T00:00:00Z`;
}
