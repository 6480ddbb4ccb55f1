import { Decimal } from "decimal.js";
import { z } from "zod";
import { maybe, Numeric } from "./answer-fields.ts";
import { operation } from "./operation.ts";
import { UsageCostQuery } from "./usage-cost-query.ts";

export { UsageCostQuery } from "./usage-cost-query.ts";

/** The ten parts of a cost that the specification names, each with the label people know it by. */
export const costMetrics = {
  storageCredits: "Storage",
  backupCredits: "Backups",
  computeCredits: "Compute",
  dataTransferCredits: "Data transfer",
  initialLoadCredits: "Initial load",
  publicDataTransferCredits: "Public data transfer",
  interRegionTier1DataTransferCredits: "Transfer between regions, tier 1",
  interRegionTier2DataTransferCredits: "Transfer between regions, tier 2",
  interRegionTier3DataTransferCredits: "Transfer between regions, tier 3",
  interRegionTier4DataTransferCredits: "Transfer between regions, tier 4",
} as const;

/** What one entity (a warehouse or a service) cost on one day, in credits. */
export const CostRecord = z
  .looseObject({
    /** YYYY-MM-DD, a day in UTC. */
    date: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}/)
      .transform((text) => text.slice(0, 10)),
    entityId: maybe(z.string()),
    entityName: maybe(z.string()),
    /** `datawarehouse`, `service` and others that servers make up. */
    entityType: maybe(z.string()),
    serviceId: maybe(z.string()),
    dataWarehouseId: maybe(z.string()),
    /** Every amount in credits the server gave, also those that `costMetrics` does not name. */
    metrics: z
      .record(z.string(), z.unknown())
      .nullish()
      .transform((metrics) => creditsIn(metrics ?? {})),
    totalCredits: maybe(Numeric),
    /** False while the day's amounts may still change. */
    locked: maybe(z.boolean()),
  })
  .transform((record) => ({
    ...record,
    totalCredits: record.totalCredits ?? sum(Object.values(record.metrics)),
    locked: record.locked ?? false,
  }));

export type CostRecord = z.output<typeof CostRecord>;

/** A usage-cost report: the specification shows one record, servers send a list, both read as a list. */
export const UsageCost = z
  .looseObject({
    grandTotalCredits: maybe(Numeric),
    costs: z.preprocess(toList, z.array(CostRecord)),
  })
  .nullish()
  .transform((report) => report ?? { grandTotalCredits: undefined, costs: [] })
  .transform((report) => ({
    ...report,
    grandTotalCredits: report.grandTotalCredits ?? sum(report.costs.map((record) => record.totalCredits)),
  }));

export type UsageCost = z.output<typeof UsageCost>;

/** Reads what the organization's warehouses and services cost, day by day. */
export const readUsageCost = operation({
  surface: "management",
  method: "GET",
  path: "/v1/organizations/{organizationId}/usageCost",
  documented: true,
  query: UsageCostQuery,
  result: UsageCost,
});

function toList(costs: unknown): unknown {
  if (costs == null) return [];
  if (Array.isArray(costs) || typeof costs !== "object") return costs;
  return Object.keys(costs).length === 0 ? [] : [costs];
}

function creditsIn(metrics: Record<string, unknown>): Record<string, number> {
  const credits = Object.entries(metrics).flatMap(([name, value]) => {
    const amount = Numeric.safeParse(value);
    return name.endsWith("Credits") && amount.success ? [[name, amount.data] as const] : [];
  });
  return Object.fromEntries(credits);
}

// Decimal, since 0.1 + 0.2 must cost 0.3.
function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toNumber();
}
