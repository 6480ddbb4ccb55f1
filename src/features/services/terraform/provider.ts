import type { ServiceDetails } from "../../../platform/cloud/services/service.ts";
import type { HclValue, Verbatim } from "./hcl.ts";

/** The names of a cloud's Terraform provider. Clouds differ, and a deployment may set them. */
export interface TerraformNames {
  /** Its address in the registry, as in "example/cloud". */
  source: string;
  /** The type of the resource that is a service, as in "cloud_service". */
  resource: string;
  /** Attributes that it calls differently, by their names here. */
  attributes: Readonly<Record<string, string>>;
}

/** The attributes of a service, as far as the cloud shows them, in the specification's order. */
export function attributesOf(
  details: ServiceDetails,
  name: string,
  secrets: { password: Verbatim; encryptionKey: Verbatim },
  { attributes }: TerraformNames,
): Record<string, HclValue> {
  const { numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb, minTotalMemoryGb, maxTotalMemoryGb } = details;
  const isByReplica = minReplicaMemoryGb !== undefined || maxReplicaMemoryGb !== undefined;
  const all: Record<string, HclValue | undefined> = {
    name: details.name ?? name,
    // Terraform keeps the word `provider` for itself.
    cloud_provider: details.provider,
    region: details.region,
    tier: details.tier,
    data_warehouse_id: details.isPrimary ? undefined : details.dataWarehouseId,
    is_readonly: details.isReadonly || undefined,
    byoc_id: details.byocId,
    num_replicas: numReplicas,
    min_replica_memory_gb: minReplicaMemoryGb,
    max_replica_memory_gb: maxReplicaMemoryGb,
    // The older way to say the size.
    min_total_memory_gb: isByReplica ? undefined : minTotalMemoryGb,
    max_total_memory_gb: isByReplica ? undefined : maxTotalMemoryGb,
    idle_scaling: details.idleScaling,
    idle_timeout_minutes: details.idleTimeoutMinutes,
    ip_access_list: details.ipAccessList?.map(({ source = "", description }) => ({
      source,
      ...(description ? { description } : {}),
    })),
    private_endpoint_ids: details.privateEndpointIds?.length ? details.privateEndpointIds : undefined,
    encryption_key: details.hasEncryptionKey ? secrets.encryptionKey : undefined,
    encryption_assumed_role_identifier: details.encryptionAssumedRoleIdentifier || undefined,
    has_transparent_data_encryption: details.hasTransparentDataEncryption || undefined,
    // A replica of a warehouse takes its users from there.
    password: details.dataWarehouseId !== undefined && details.isReadonly ? undefined : secrets.password,
  };
  const known = Object.entries(all).flatMap(([attribute, value]): [string, HclValue][] =>
    value === undefined ? [] : [[attributes[attribute] ?? attribute, value]],
  );
  return Object.fromEntries(known);
}
