import type { Breather } from "../lib/breather.ts";
import { type CostFold, type EntitySums, totalsOf } from "./fold.ts";
import { type CostPart, sortedParts } from "./parts.ts";

/** The costs of every entity of either period, the costliest first. */
export async function costsByEntity(
  { entities }: CostFold,
  bucketCount: number,
  breathe: Breather,
): Promise<CostPart[]> {
  const parts: Omit<CostPart, "share">[] = [];
  for (const [id, entity] of entities) {
    parts.push({ id, name: entityName(id, entity), ...totalsOf(entity, bucketCount) });
    await breathe();
  }
  return sortedParts(parts);
}

// The last name it went by, with what it is unless that is a service.
export function entityName(id: string, { name, type }: Pick<EntitySums, "name" | "type">): string {
  const called = name ?? (id || "Without a name");
  const kind = type?.toLowerCase();
  if (kind === undefined || kind === "service") return called;
  return `${called} (${kind === "datawarehouse" ? "warehouse" : kind.replaceAll("_", " ")})`;
}
