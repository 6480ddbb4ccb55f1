import type { Decimal } from "decimal.js";
import type { CostRecord } from "../cloud/usage-cost.ts";
import { sum } from "../lib/money.ts";

/** One entity's costs in two periods, named so that no two read the same. */
export interface EntityCost {
  id: string;
  name: string;
  total: Decimal;
  previous: Decimal;
}

/** The costs of every entity of either period, the costliest first. */
export function costsByEntity(current: readonly CostRecord[], previous: readonly CostRecord[]): EntityCost[] {
  const now = Map.groupBy(current, entityIdOf);
  const before = Map.groupBy(previous, entityIdOf);
  const ids = [...new Set([...now.keys(), ...before.keys()])];
  const entities = ids.map((id) => {
    const records = [...(before.get(id) ?? []), ...(now.get(id) ?? [])];
    return { id, name: nameOf(id, records), total: totalOf(now.get(id)), previous: totalOf(before.get(id)) };
  });
  return toldApart(entities).sort(
    (a, b) => b.total.comparedTo(a.total) || a.name.localeCompare(b.name, "en"),
  );
}

/** The sum of the records' totals. */
export function totalOf(records: readonly CostRecord[] = []): Decimal {
  return sum(records.map(({ totalCredits }) => totalCredits));
}

function entityIdOf({ entityId, serviceId, dataWarehouseId, entityName }: CostRecord): string {
  return entityId ?? serviceId ?? dataWarehouseId ?? entityName ?? "";
}

/** The last name it went by, with what it is unless that is a service. */
function nameOf(id: string, records: readonly CostRecord[]): string {
  const name = records.findLast(({ entityName }) => entityName)?.entityName ?? (id || "Without a name");
  const type = records.findLast(({ entityType }) => entityType)?.entityType?.toLowerCase();
  if (type === undefined || type === "service") return name;
  return `${name} (${type === "datawarehouse" ? "warehouse" : type.replaceAll("_", " ")})`;
}

function toldApart(entities: readonly EntityCost[]): EntityCost[] {
  const byName = Map.groupBy(entities, ({ name }) => name);
  return entities.map((entity) =>
    byName.get(entity.name)?.length === 1
      ? entity
      : { ...entity, name: `${entity.name} ${entity.id.slice(0, 8)}` },
  );
}
