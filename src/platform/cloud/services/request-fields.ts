import {
  byocReplicaMemoryGb,
  complianceTypes,
  profiles,
  providers,
  regions,
  releaseChannels,
  tiers,
} from "./choices.ts";

/** What a form, a message and a schema need to know about one field of a service request. */
export interface FieldInfo {
  /** The field's name for people. Messages begin with it. */
  readonly label: string;
  /** One sentence of help. */
  readonly help: string;
  readonly unit?: string;
  readonly group: "basics" | "size" | "access" | "older";
  readonly deprecated?: true;
  /** Only for organizations of the ENTERPRISE tier. */
  readonly enterpriseOnly?: true;
  readonly min?: number;
  readonly max?: number;
  /** The largest value for an unpaid organization. */
  readonly unpaidMax?: number;
  /** The smallest value for the first service in a data warehouse. */
  readonly firstInWarehouseMin?: number;
  /** 1 for a whole number. */
  readonly multipleOf?: number;
  readonly maxLength?: number;
  readonly choices?: readonly string[];
}

// All numbers below are from spec/api.md, "Service" and "Limits".
const nameLength = 50;
const replicas = { min: 1, max: 20, multipleOf: 1, firstInWarehouseMin: 2 } as const;
const replicaMemory = { unit: "GB", min: 8, max: 356, multipleOf: 4, unpaidMax: 120 } as const;
const totalMemory = { unit: "GB", min: 24, max: 1068, multipleOf: 12, unpaidMax: 360 } as const;

const fields = {
  name: {
    label: "Name",
    help: `Letters, digits and spaces, at most ${nameLength} characters.`,
    group: "basics",
    maxLength: nameLength,
  },
  provider: { label: "Provider", help: "The cloud to run it in.", group: "basics", choices: providers },
  region: {
    label: "Region",
    help: "Where to run it. Each provider has its own regions.",
    group: "basics",
    choices: regions,
  },
  backupId: {
    label: "Backup",
    help: "The id of a backup to start from. The region and tier must match the original service.",
    group: "basics",
  },
  numReplicas: {
    label: "Number of replicas",
    help: `${replicas.min} to ${replicas.max}. The first service in a warehouse needs at least ${replicas.firstInWarehouseMin}. Default: 1 for BASIC, 3 for SCALE and ENTERPRISE.`,
    group: "size",
    ...replicas,
  },
  byocId: {
    label: "Own cloud (BYOC) id",
    help: `The id of your own cloud region. Each replica then has ${byocReplicaMemoryGb.join(", ")} GB.`,
    group: "size",
  },
  minReplicaMemoryGb: {
    label: "Minimum memory per replica",
    help: "Each replica scales down to this size.",
    group: "size",
    ...replicaMemory,
  },
  maxReplicaMemoryGb: {
    label: "Maximum memory per replica",
    help: `Each replica scales up to this size. At most ${replicaMemory.unpaidMax} GB in an unpaid organization.`,
    group: "size",
    ...replicaMemory,
  },
  profile: {
    label: "Instance profile",
    help: "A different balance of memory and CPU.",
    group: "size",
    enterpriseOnly: true,
    choices: profiles,
  },
  idleScaling: {
    label: "Idle scaling",
    help: "Scales the service down to zero when it's idle. On by default.",
    group: "size",
  },
  idleTimeoutMinutes: {
    label: "Idle timeout",
    help: "How long it stays up when idle, before it scales to zero.",
    unit: "minutes",
    group: "size",
    min: 5,
  },
  ipAccessList: {
    label: "Allowed addresses",
    help: "The addresses that can connect, each with a description.",
    group: "access",
  },
  endpoints: {
    label: "Endpoints",
    help: "Protocols to turn on or off, such as mysql.",
    group: "access",
  },
  encryptionKey: {
    label: "Encryption key",
    help: "Your own key for disk encryption.",
    group: "access",
  },
  encryptionAssumedRoleIdentifier: {
    label: "Encryption role",
    help: "The role for disk encryption.",
    group: "access",
  },
  hasTransparentDataEncryption: {
    label: "Transparent data encryption",
    help: "You can turn this on only at creation.",
    group: "access",
    enterpriseOnly: true,
  },
  complianceType: {
    label: "Compliance",
    help: "The standard that the service must meet.",
    group: "access",
    choices: complianceTypes,
  },
  dataWarehouseId: {
    label: "Data warehouse",
    help: "The id of the warehouse to create the service in. Without one, it gets a new warehouse.",
    group: "access",
  },
  isReadonly: {
    label: "Read-only",
    help: "A service that only reads. It needs an existing data warehouse.",
    group: "access",
  },
  releaseChannel: {
    label: "Release channel",
    help: "Fast gets new releases at once, with more risk of bugs. Slow gets them later. Only for production services.",
    group: "access",
    choices: releaseChannels,
  },
  privatePreviewTermsChecked: {
    label: "Private preview terms",
    help: "Accepts the terms. Needed only for an organization's first service in a private preview.",
    group: "access",
  },
  tier: {
    label: "Tier",
    help: "For organizations without a BASIC, SCALE or ENTERPRISE tier. No development services on azure.",
    group: "older",
    deprecated: true,
    choices: tiers,
  },
  minTotalMemoryGb: {
    label: "Minimum total memory",
    help: "Memory of three replicas together. Use memory per replica instead.",
    group: "older",
    deprecated: true,
    ...totalMemory,
  },
  maxTotalMemoryGb: {
    label: "Maximum total memory",
    help: "Memory of three replicas together. Use memory per replica instead.",
    group: "older",
    deprecated: true,
    ...totalMemory,
  },
  privateEndpointIds: {
    label: "Private endpoints",
    help: "The cloud ignores them at creation. Attach private endpoints in its console later.",
    group: "older",
    deprecated: true,
  },
} as const satisfies Record<string, FieldInfo>;

/** The name of a field of a service request in the specification. */
export type ServiceRequestField = keyof typeof fields;

/** Every field of a service request, in the order of the form. */
export const serviceRequestFields: Readonly<Record<ServiceRequestField, FieldInfo>> = fields;

/** The names of all fields, in the same order. */
export const serviceRequestFieldNames: readonly ServiceRequestField[] =
  Object.keys(fields).filter(isServiceRequestField);

/** Narrows a name to a field of a service request. */
export function isServiceRequestField(name: PropertyKey): name is ServiceRequestField {
  return Object.hasOwn(serviceRequestFields, name);
}

/** A field's name for people. */
export function labelOf(field: ServiceRequestField): string {
  return serviceRequestFields[field].label;
}

/** A problem with one field of a request. `field` is its name in the specification, or "" for the whole. */
export interface FieldProblem {
  field: string;
  /** A sentence for the person: the label of the field and the rule. */
  message: string;
}

/** The rule of a field as a sentence, such as "Idle timeout must be at least 5 minutes". */
export function fieldRule(field: ServiceRequestField): string {
  const info = serviceRequestFields[field];
  if (info.choices) return `${info.label} must be one of ${info.choices.join(", ")}`;
  if (info.min === undefined) return `${info.label} must be true or false`;
  const unit = info.unit ? ` ${info.unit}` : "";
  if (info.max === undefined) return `${info.label} must be at least ${info.min}${unit}`;
  const kind = info.multipleOf === 1 ? "whole number" : `multiple of ${info.multipleOf}${unit}`;
  return `${info.label} must be a ${kind} between ${info.min} and ${info.max}`;
}
