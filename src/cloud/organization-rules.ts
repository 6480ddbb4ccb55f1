import { z } from "zod";
import type { FieldProblem } from "./field-problem.ts";
import { organizationTiers } from "./service-choices.ts";
import {
  isServiceRequestField,
  serviceRequestFields,
  type ServiceRequestField,
} from "./service-request-fields.ts";
import type { ServiceRequest } from "./service-request.ts";

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

// spec/api.md, "Limits": the most memory of a service that is not paid for, in GB.
const unpaidReplicaMemoryGb = 120;
// spec/api.md, "Limits": the same for three replicas together.
const unpaidTotalMemoryGb = 360;

/** Memory beyond what a service may have while the organization does not pay. */
function paidMemory(request: ServiceRequest, { paid }: OrganizationKnowledge): FieldProblem[] {
  if (paid !== false) return [];
  return [
    ...atMost(request, "minReplicaMemoryGb", unpaidReplicaMemoryGb),
    ...atMost(request, "maxReplicaMemoryGb", unpaidReplicaMemoryGb),
    ...atMost(request, "minTotalMemoryGb", unpaidTotalMemoryGb),
    ...atMost(request, "maxTotalMemoryGb", unpaidTotalMemoryGb),
  ];
}

/** Too few replicas for the first service in a warehouse; a request that leaves the number open is not judged. */
function firstInWarehouse(
  { numReplicas }: ServiceRequest,
  { firstInWarehouse }: OrganizationKnowledge,
): FieldProblem[] {
  // spec/api.md, "Limits": 2 to 20 for the first service in a warehouse.
  if (!firstInWarehouse || numReplicas === undefined || numReplicas >= 2) return [];
  const message = `${label("numReplicas")} must be between 2 and 20 for the first service in a data warehouse`;
  return [{ field: "numReplicas", message }];
}

/** Fields that only ENTERPRISE organizations have; one that is switched off asks for nothing. */
function enterpriseOnly(request: ServiceRequest, { tier }: OrganizationKnowledge): FieldProblem[] {
  if (tier === undefined || tier === "ENTERPRISE") return [];
  return Object.keys(request)
    .filter(isServiceRequestField)
    .filter((field) => serviceRequestFields[field].enterpriseOnly)
    .filter((field) => request[field] !== undefined && request[field] !== false)
    .map((field) => ({ field, message: `${label(field)} is only for organizations of the ENTERPRISE tier` }));
}

/** A region or tier that differs from those of the service the backup was made of. */
function sameAsBackup(request: ServiceRequest, { backupOrigin }: OrganizationKnowledge): FieldProblem[] {
  if (request.backupId === undefined || backupOrigin === undefined) return [];
  return (["region", "tier"] as const).flatMap((field) => {
    const [asked, original] = [request[field], backupOrigin[field]];
    if (asked === undefined || original === undefined || asked === original) return [];
    return [{ field, message: `${label(field)} must be ${original}, as of the service in the backup` }];
  });
}

function atMost(
  request: ServiceRequest,
  field: "minReplicaMemoryGb" | "maxReplicaMemoryGb" | "minTotalMemoryGb" | "maxTotalMemoryGb",
  limitGb: number,
): FieldProblem[] {
  const value = request[field];
  if (value === undefined || value <= limitGb) return [];
  return [
    { field, message: `${label(field)} must be at most ${limitGb} GB while the organization is not paid` },
  ];
}

function label(field: ServiceRequestField): string {
  return serviceRequestFields[field].label;
}
