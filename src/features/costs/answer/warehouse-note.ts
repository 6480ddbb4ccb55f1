import type { CostRecord } from "../../../platform/cloud/costs/usage.ts";
import { isOf } from "../estimates/compute-rate.ts";

/** Takes one service's records out of all, and notices the warehouse that pays for more of it. */
export interface ServiceFilter {
  /** The service's own records. */
  pick(records: readonly CostRecord[]): readonly CostRecord[];
  /** The name of a warehouse that the service is in, if that had costs of its own on the days seen. */
  warehouseName(): string | undefined;
}

/** Everything where no service is given. */
export function serviceFilter(serviceId: string | undefined): ServiceFilter {
  if (serviceId === undefined) return { pick: (records) => records, warehouseName: () => undefined };
  const warehouseIds = new Set<string>();
  const names = new Map<string, string>();
  return {
    pick(records) {
      const own = records.filter((record) => isOf(record, serviceId));
      for (const record of own) {
        if (record.dataWarehouseId && !isWarehouse(record)) warehouseIds.add(record.dataWarehouseId);
      }
      for (const record of records) noteWarehouse(record, names);
      return own;
    },
    warehouseName: () => [...warehouseIds].flatMap((id) => names.get(id) ?? [])[0],
  };
}

function noteWarehouse(record: CostRecord, names: Map<string, string>): void {
  const { entityName, dataWarehouseId, totalCredits } = record;
  if (totalCredits === 0 || dataWarehouseId === undefined) return;
  if (isWarehouse(record)) names.set(dataWarehouseId, entityName ?? dataWarehouseId);
}

/** Where servers leave the entity's id out, a warehouse's record has no service either. */
function isWarehouse({ entityId, serviceId, dataWarehouseId }: CostRecord): boolean {
  return entityId === undefined ? serviceId === undefined : entityId === dataWarehouseId;
}
