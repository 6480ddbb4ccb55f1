import { z } from "zod";
import { type FieldProblem, serviceRequestFieldNames, serviceRequestFields } from "./request-fields.ts";
import { organizationTiers } from "./choices.ts";
import type { ServiceRequest } from "./request.ts";

/** What only the organization knows and a request is judged by; what is left out is not judged. */
export const OrganizationKnowledge = z.object({
  /** Whether the organization pays; others have smaller services. */
  paid: z.boolean().optional(),
  tier: z.enum(organizationTiers).optional(),
  /** True where the service would be the first in its warehouse, as it is in a new one. */
  firstInWarehouse: z.boolean().optional(),
  /** The service that the request's backup was made of. */
  backupOrigin: z.object({ region: z.string().optional(), tier: z.string().optional() }).optional(),
});

export type OrganizationKnowledge = z.infer<typeof OrganizationKnowledge>;

type Rule = (request: ServiceRequest, knowledge: OrganizationKnowledge) => FieldProblem[];

/** What an organization's own circumstances forbid in a request that is valid by itself; empty when nothing. */
export function organizationProblems(
  request: ServiceRequest,
  knowledge: OrganizationKnowledge,
): FieldProblem[] {
  return rules.flatMap((rule) => rule(request, knowledge));
}

const rules: readonly Rule[] = [paidMemory, firstInWarehouse, enterpriseOnly, sameAsBackup];

/** Memory beyond what a service may have while the organization does not pay. */
function paidMemory(request: ServiceRequest, { paid }: OrganizationKnowledge): FieldProblem[] {
  if (paid !== false) return [];
  return serviceRequestFieldNames.flatMap((field) => {
    const { label, unit, unpaidMax = Infinity } = serviceRequestFields[field];
    const value = request[field];
    if (typeof value !== "number" || value <= unpaidMax) return [];
    const message = `${label} must be at most ${unpaidMax} ${unit} while the organization is not paid`;
    return [{ field, message }];
  });
}

/** Too few replicas for the first service in a warehouse; a request that leaves the number open is not judged. */
function firstInWarehouse(
  { numReplicas }: ServiceRequest,
  { firstInWarehouse }: OrganizationKnowledge,
): FieldProblem[] {
  const { label, firstInWarehouseMin: min = 0, max } = serviceRequestFields.numReplicas;
  if (!firstInWarehouse || numReplicas === undefined || numReplicas >= min) return [];
  const message = `${label} must be between ${min} and ${max} for the first service in a data warehouse`;
  return [{ field: "numReplicas", message }];
}

/** Fields that only ENTERPRISE organizations have; one that is switched off asks for nothing. */
function enterpriseOnly(request: ServiceRequest, { tier }: OrganizationKnowledge): FieldProblem[] {
  if (tier === undefined || tier === "ENTERPRISE") return [];
  return serviceRequestFieldNames
    .filter((field) => serviceRequestFields[field].enterpriseOnly)
    .filter((field) => request[field] !== undefined && request[field] !== false)
    .map((field) => ({
      field,
      message: `${serviceRequestFields[field].label} is only for organizations of the ENTERPRISE tier`,
    }));
}

/** A region or tier that differs from those of the service the backup was made of. */
function sameAsBackup(request: ServiceRequest, { backupOrigin }: OrganizationKnowledge): FieldProblem[] {
  if (request.backupId === undefined || backupOrigin === undefined) return [];
  return (["region", "tier"] as const).flatMap((field) => {
    const [asked, original] = [request[field], backupOrigin[field]];
    if (asked === undefined || original === undefined || asked === original) return [];
    return [
      {
        field,
        message: `${serviceRequestFields[field].label} must be ${original}, as of the service in the backup`,
      },
    ];
  });
}
