import {
  type FieldProblem,
  type ServiceRequestField,
  labelOf,
  serviceRequestFields,
} from "./request-fields.ts";
import { byocReplicaMemoryGb, providers, regionsByProvider, tiers } from "./choices.ts";

/** A service request as it came. Each field may be wrong. */
type RawServiceRequest = Partial<Record<ServiceRequestField, unknown>>;

type Rule = (request: RawServiceRequest) => FieldProblem[];

/** The problems between the fields of a request, whether or not each field is valid. */
export function crossFieldProblems(request: RawServiceRequest): FieldProblem[] {
  return rules.flatMap((rule) => rule(request));
}

const rules: readonly Rule[] = [
  regionOfProvider,
  noDevelopmentOnAzure,
  ordered("minReplicaMemoryGb", "maxReplicaMemoryGb"),
  ordered("minTotalMemoryGb", "maxTotalMemoryGb"),
  productionOnly("releaseChannel"),
  productionOnly("minTotalMemoryGb"),
  productionOnly("maxTotalMemoryGb"),
  readonlyInWarehouse,
  byocSize("minReplicaMemoryGb"),
  byocSize("maxReplicaMemoryGb"),
];

function regionOfProvider({ provider, region }: RawServiceRequest): FieldProblem[] {
  const chosen = providers.find((known) => known === provider);
  const home = providerOf(region);
  if (!chosen || !home || chosen === home) return [];
  const message = `${labelOf("region")} ${String(region)} belongs to ${home}; ${chosen} has ${regionsByProvider[chosen].join(", ")}`;
  return [{ field: "region", message }];
}

function noDevelopmentOnAzure({ provider, region, tier }: RawServiceRequest): FieldProblem[] {
  if (tier !== "development" || (provider ?? providerOf(region)) !== "azure") return [];
  return [{ field: "tier", message: `${labelOf("tier")} can't be development on azure` }];
}

function ordered(smaller: ServiceRequestField, larger: ServiceRequestField): Rule {
  return (request) => {
    const [min, max] = [request[smaller], request[larger]];
    if (typeof min !== "number" || typeof max !== "number" || min <= max) return [];
    const { label, unit } = serviceRequestFields[larger];
    return [{ field: larger, message: `${label} must be at least the minimum of ${min} ${unit}` }];
  };
}

function productionOnly(field: ServiceRequestField): Rule {
  return (request) => {
    const tier = tiers.find((known) => known === request.tier);
    if (request[field] === undefined || tier === undefined || tier === "production") return [];
    return [{ field, message: `${labelOf(field)} is only for services of the production tier` }];
  };
}

function readonlyInWarehouse({ isReadonly, dataWarehouseId }: RawServiceRequest): FieldProblem[] {
  if (isReadonly === undefined || dataWarehouseId !== undefined) return [];
  const message = `${labelOf("isReadonly")} needs an existing data warehouse: choose one`;
  return [{ field: "isReadonly", message }];
}

function byocSize(field: ServiceRequestField): Rule {
  return (request) => {
    if (typeof request.byocId !== "string") return [];
    if (byocReplicaMemoryGb.some((size) => size === request[field])) return [];
    const message = `${labelOf(field)} must be one of ${byocReplicaMemoryGb.join(", ")} GB with an ${labelOf("byocId")}`;
    return [{ field, message }];
  };
}

function providerOf(region: unknown) {
  return providers.find((provider) => regionsByProvider[provider].some((known) => known === region));
}
