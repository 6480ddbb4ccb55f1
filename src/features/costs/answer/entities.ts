import type { Breather } from "../../../lib/event-loop.ts";
import type { NamedService, ServiceLabel } from "../../../lib/service-labels.ts";
import { type CostFold, type EntitySums, totalsOf } from "../aggregate.ts";
import { type CostPart, sortedParts } from "../parts.ts";

/** Reads what services are called, from those that the costs name. */
export type LabelsOf = (seen: readonly NamedService[]) => Promise<ServiceLabel>;

/** The costs of every entity of either period, the costliest first; a service has the name that it has everywhere. */
export async function costsByEntity(
  { entities }: CostFold,
  bucketCount: number,
  breathe: Breather,
  labelsOf: LabelsOf = async () => asCalled,
): Promise<CostPart[]> {
  const label = await labelsOf(servicesAmong(entities));
  const parts: Omit<CostPart, "share">[] = [];
  for (const [id, entity] of entities) {
    const called = entityName(id, entity);
    const name = labelled(id, entity, label);
    const renamed = name === called ? {} : { cloudName: called };
    parts.push({ id, name, ...renamed, ...totalsOf(entity, bucketCount) });
    await breathe();
  }
  return sortedParts(parts);
}

const asCalled: ServiceLabel = (_, name) => name;

function servicesAmong(entities: CostFold["entities"]): NamedService[] {
  return [...entities].flatMap(([serviceId, { name, type }]) =>
    name !== undefined && isService(type) ? [{ serviceId, name }] : [],
  );
}

/** An entity's name: that of a service is its label. */
export function labelled(id: string, entity: Pick<EntitySums, "name" | "type">, label: ServiceLabel): string {
  const called = entityName(id, entity);
  return isService(entity.type) && id !== "" ? label(id, called) : called;
}

function isService(type: string | undefined): boolean {
  return type === undefined || type.toLowerCase() === "service";
}

// The last name it went by, with what it is unless that is a service.
function entityName(id: string, { name, type }: Pick<EntitySums, "name" | "type">): string {
  const called = name ?? (id || "Without a name");
  if (type === undefined || isService(type)) return called;
  const kind = type.toLowerCase();
  return `${called} (${kind === "datawarehouse" ? "warehouse" : kind.replaceAll("_", " ")})`;
}
