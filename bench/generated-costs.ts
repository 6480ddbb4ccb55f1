import { UsageCost } from "../src/platform/cloud/costs/usage.ts";
import type { CostSource } from "../src/features/costs/ledger/kept-days.ts";
import { daysFrom } from "../src/lib/day.ts";

/** The decimals of amounts: as in a bill, as in a price list, or all that a number can hold. */
export type Decimals = "2" | "6" | "all";

/** A cloud with services that each have a warehouse, all since the same day, with four and two metrics. */
export function generatedCosts(options: { services: number; since: string; decimals: Decimals }): CostSource {
  const amount = amounts(options.decimals);
  const record = (date: string, index: number, type: "service" | "datawarehouse") => {
    const id = `${index.toString(16).padStart(8, "0")}-0000-4000-8000-00000000000`;
    const service = type === "service";
    const names = service
      ? ["compute", "dataTransfer", "publicDataTransfer", "interRegionTier1DataTransfer"]
      : ["storage", "backup"];
    return {
      date,
      entityId: `${id}${service ? 1 : 2}`,
      entityName: `service ${index}`,
      entityType: type,
      serviceId: service ? `${id}1` : null,
      dataWarehouseId: `${id}2`,
      metrics: Object.fromEntries(names.map((name) => [`${name}Credits`, amount()])),
      locked: true,
    };
  };
  return {
    async call(_, { query }) {
      const days = daysFrom(query.from_date, query.to_date).filter((day) => day >= options.since);
      const costs = days.flatMap((day) =>
        Array.from({ length: options.services }, (__, index) => [
          record(day, index, "service"),
          record(day, index, "datawarehouse"),
        ]).flat(),
      );
      return UsageCost.parse({ costs });
    },
  };
}

/** The same numbers in every run. */
function amounts(decimals: Decimals): () => number {
  let state = 1;
  return () => {
    // The constants of the ANSI C standard's example.
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const value = (state / 2 ** 31) * 100;
    return decimals === "all" ? value / 3 : Number(value.toFixed(Number(decimals)));
  };
}
