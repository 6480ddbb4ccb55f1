import { z } from "zod";
import {
  byocReplicaMemoryGb,
  complianceTypes,
  profiles,
  providers,
  regions,
  regionsByProvider,
  releaseChannels,
  tiers,
} from "./choices.ts";
import {
  type FieldProblem,
  type ServiceRequestField,
  fieldRule,
  isServiceRequestField,
  labelOf,
  serviceRequestFieldNames,
  serviceRequestFields,
} from "./request-fields.ts";

export type { FieldProblem } from "./request-fields.ts";
export * from "./choices.ts";
export {
  isServiceRequestField,
  serviceRequestFieldNames,
  serviceRequestFields,
  type ServiceRequestField,
} from "./request-fields.ts";

const shape = {
  name: z
    .string(isText("name"))
    // ASCII only: the specification says "alphanumeric", and nothing about letters beyond ASCII.
    .regex(/^[A-Za-z0-9\s]*$/, `${labelOf("name")} can have only letters from a to z, digits and spaces`)
    .max(serviceRequestFields.name.maxLength ?? Infinity, {
      error: `${labelOf("name")} must be at most ${serviceRequestFields.name.maxLength} characters long`,
    }),
  provider: z.enum(providers, fieldRule("provider")),
  region: z.enum(regions, fieldRule("region")),
  tier: z.enum(tiers, fieldRule("tier")),
  ipAccessList: listOf(
    "ipAccessList",
    z.strictObject(
      {
        source: z.string("source must be an address, such as 203.0.113.0/24"),
        description: z.string("description must be text").optional(),
      },
      { error: itemError },
    ),
  ),
  minTotalMemoryGb: numberOf("minTotalMemoryGb"),
  maxTotalMemoryGb: numberOf("maxTotalMemoryGb"),
  minReplicaMemoryGb: numberOf("minReplicaMemoryGb"),
  maxReplicaMemoryGb: numberOf("maxReplicaMemoryGb"),
  numReplicas: numberOf("numReplicas"),
  idleScaling: z.boolean(fieldRule("idleScaling")),
  idleTimeoutMinutes: numberOf("idleTimeoutMinutes"),
  isReadonly: z.boolean(fieldRule("isReadonly")),
  dataWarehouseId: z.string(isText("dataWarehouseId")),
  backupId: z.guid(
    `${labelOf("backupId")} must be a backup's id, such as 5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f`,
  ),
  encryptionKey: z.string(isText("encryptionKey")),
  encryptionAssumedRoleIdentifier: z.string(isText("encryptionAssumedRoleIdentifier")),
  privateEndpointIds: listOf("privateEndpointIds", z.string("an id must be text")),
  privatePreviewTermsChecked: z.boolean(fieldRule("privatePreviewTermsChecked")),
  releaseChannel: z.enum(releaseChannels, fieldRule("releaseChannel")),
  byocId: z.string(isText("byocId")),
  hasTransparentDataEncryption: z.boolean(fieldRule("hasTransparentDataEncryption")),
  endpoints: listOf(
    "endpoints",
    z.strictObject(
      {
        // An open enum: the specification shows mysql, and no complete list.
        protocol: z.string("protocol must be text, such as mysql"),
        enabled: z.boolean("enabled must be true or false"),
      },
      { error: itemError },
    ),
  ),
  profile: z.enum(profiles, fieldRule("profile")),
  complianceType: z.enum(complianceTypes, fieldRule("complianceType")),
} satisfies Record<ServiceRequestField, z.ZodType>;

/** The body of create-service, with every rule that needs no outside knowledge. All fields are optional. */
export const ServiceRequest = z
  .strictObject(shape, { error: wholeError })
  .partial()
  .superRefine(
    (request, context) => {
      for (const { field, message } of crossFieldProblems(request)) {
        context.addIssue({ code: "custom", path: [field], message });
      }
    },
    // Run this even if a field is invalid: people want to see all problems at once.
    { when: ({ value }) => typeof value === "object" && value !== null },
  );

export type ServiceRequest = z.infer<typeof ServiceRequest>;

/** All problems of a service request, in the order of the form; empty if it is valid. */
export function serviceRequestProblems(input: unknown): FieldProblem[] {
  const parsed = ServiceRequest.safeParse(input);
  if (parsed.success) return [];
  return parsed.error.issues.flatMap(toProblems).sort((a, b) => rank(a.field) - rank(b.field));
}

function toProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const [field, line] = issue.path;
  if (field === undefined) {
    if (issue.code !== "unrecognized_keys") return [{ field: "", message: issue.message }];
    return issue.keys.map((key) => ({ field: key, message: `"${key}" isn't a field of a service request` }));
  }
  if (!isServiceRequestField(field)) return [{ field: String(field), message: issue.message }];
  if (typeof line !== "number") return [{ field, message: issue.message }];
  return [{ field, message: `${labelOf(field)}, line ${line + 1}: ${issue.message}` }];
}

function rank(field: string): number {
  return isServiceRequestField(field) ? serviceRequestFieldNames.indexOf(field) : -1;
}

// One check in place of min, max and multipleOf, so a number that breaks all three gets one sentence. No check may
// abort, because the rules between fields must still run.
function numberOf(field: ServiceRequestField) {
  const { min = -Infinity, max = Infinity, multipleOf } = serviceRequestFields[field];
  const rule = fieldRule(field);
  return z
    .number(rule)
    .refine((value) => value >= min && value <= max && (!multipleOf || value % multipleOf === 0), rule);
}

function listOf<Item extends z.ZodType>(field: ServiceRequestField, item: Item) {
  return z.array(item, `${labelOf(field)} must be a list`);
}

function isText(field: ServiceRequestField): string {
  return `${labelOf(field)} must be text`;
}

function itemError(issue: z.core.$ZodRawIssue): string {
  return issue.code === "unrecognized_keys"
    ? `"${issue.keys.join(", ")}" isn't a known field`
    : "it must be an object";
}

function wholeError(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== "unrecognized_keys") return "A service request must be an object";
  return `Not a field of a service request: ${issue.keys.join(", ")}`;
}

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
