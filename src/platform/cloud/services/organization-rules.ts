import { z } from "zod";
import {
  type FieldProblem,
  labelOf,
  serviceRequestFieldNames,
  serviceRequestFields,
} from "./request-fields.ts";
import { organizationTiers } from "./choices.ts";
import type { ServiceRequest } from "./request.ts";

/** What only the organization knows about a request. Rules ignore the facts that are missing. */
export const OrganizationKnowledge = z.object({
  /** False for organizations that do not pay. Their services are smaller. */
  paid: z.boolean().optional(),
  tier: z.enum(organizationTiers).optional(),
  /** True if the service would be the first one in its warehouse, as in a new warehouse. */
  firstInWarehouse: z.boolean().optional(),
  /** The service that the request's backup was made from. */
  backupOrigin: z.object({ region: z.string().optional(), tier: z.string().optional() }).optional(),
});

export type OrganizationKnowledge = z.infer<typeof OrganizationKnowledge>;

type Rule = (request: ServiceRequest, knowledge: OrganizationKnowledge) => FieldProblem[];

/** The problems of a valid request in this organization; empty if there are none. */
export function organizationProblems(
  request: ServiceRequest,
  knowledge: OrganizationKnowledge,
): FieldProblem[] {
  return rules.flatMap((rule) => rule(request, knowledge));
}

const rules: readonly Rule[] = [paidMemory, firstInWarehouse, enterpriseOnly, sameAsBackup];

/** More memory than an unpaid organization may have. */
function paidMemory(request: ServiceRequest, { paid }: OrganizationKnowledge): FieldProblem[] {
  if (paid !== false) return [];
  return serviceRequestFieldNames.flatMap((field) => {
    const { label, unit, unpaidMax = Infinity } = serviceRequestFields[field];
    const value = request[field];
    if (typeof value !== "number" || value <= unpaidMax) return [];
    const message = `${label} must be at most ${unpaidMax} ${unit} in an unpaid organization`;
    return [{ field, message }];
  });
}

/** Too few replicas for the first service in a warehouse. A request without a number is not judged. */
function firstInWarehouse(
  { numReplicas }: ServiceRequest,
  { firstInWarehouse }: OrganizationKnowledge,
): FieldProblem[] {
  const { label, firstInWarehouseMin: min = 0, max } = serviceRequestFields.numReplicas;
  if (!firstInWarehouse || numReplicas === undefined || numReplicas >= min) return [];
  const message = `${label} must be between ${min} and ${max} for the first service in a data warehouse`;
  return [{ field: "numReplicas", message }];
}

/** Fields for ENTERPRISE organizations only. A field that is switched off is fine. */
function enterpriseOnly(request: ServiceRequest, { tier }: OrganizationKnowledge): FieldProblem[] {
  if (tier === undefined || tier === "ENTERPRISE") return [];
  return serviceRequestFieldNames
    .filter((field) => serviceRequestFields[field].enterpriseOnly)
    .filter((field) => request[field] !== undefined && request[field] !== false)
    .map((field) => ({
      field,
      message: `${labelOf(field)} is only for organizations of the ENTERPRISE tier`,
    }));
}

/** A region or tier that differs from the backed-up service. */
function sameAsBackup(request: ServiceRequest, { backupOrigin }: OrganizationKnowledge): FieldProblem[] {
  if (request.backupId === undefined || backupOrigin === undefined) return [];
  return (["region", "tier"] as const).flatMap((field) => {
    const [asked, original] = [request[field], backupOrigin[field]];
    if (asked === undefined || original === undefined || asked === original) return [];
    return [
      {
        field,
        message: `${labelOf(field)} must be ${original}, like the service in the backup`,
      },
    ];
  });
}
