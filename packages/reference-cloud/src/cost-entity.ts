import { costOfKeeping, costOfWork, type Hundredths } from "./daily-cost.ts";
import { type ServiceRecord, recordAt } from "./service-record.ts";
import { dayStart } from "./utc-day.ts";

/** Something with costs: a warehouse for its data, a service for its work. */
export interface CostEntity {
  readonly entityType: "datawarehouse" | "service";
  readonly entityId: string;
  readonly entityName: string;
  readonly dataWarehouseId: string;
  readonly serviceId: string | null;
  readonly createdAt: Date;
  readonly deletedAt?: Date | undefined;
  /** The costs of a whole day, per metric. */
  fullDay(day: string): Hundredths;
}

/** The entities with the costs of services: first their warehouses, then each of them. */
export function costEntities(services: readonly ServiceRecord[]): CostEntity[] {
  const primaries = services.filter(({ details }) => details.isPrimary);
  return [...primaries.map((primary) => warehouse(primary, services)), ...services.map(serviceEntity)];
}

/** A warehouse has the age and the name of its first service. */
function warehouse(primary: ServiceRecord, services: readonly ServiceRecord[]): CostEntity {
  const id = primary.details.dataWarehouseId;
  const members = services.filter(({ details }) => details.dataWarehouseId === id);
  return {
    entityType: "datawarehouse",
    entityId: id,
    entityName: primary.details.name,
    dataWarehouseId: id,
    serviceId: null,
    createdAt: primary.createdAt,
    deletedAt: primary.deletedAt,
    fullDay: (day) => costOfKeeping(day, members),
  };
}

function serviceEntity(service: ServiceRecord): CostEntity {
  const { id, name, dataWarehouseId } = service.details;
  return {
    entityType: "service",
    entityId: id,
    entityName: name,
    dataWarehouseId,
    serviceId: id,
    createdAt: service.createdAt,
    deletedAt: service.deletedAt,
    fullDay: (day) => costOfWork(day, recordAt(service, dayStart(day))),
  };
}
