import * as fc from "fast-check";
import {
  byocReplicaMemoryGb,
  complianceTypes,
  profiles,
  providers,
  regions,
  regionsByProvider,
  releaseChannels,
  type ServiceRequest,
  tiers,
} from "../../src/platform/cloud/services/request.ts";
import { mistakes, multiples } from "./service-request-mistakes.ts";

/** A request that follows every rule that needs no outside knowledge, with any optional fields. */
export function validServiceRequest(): fc.Arbitrary<ServiceRequest> {
  return fc
    .tuple(place(), replicaMemory(), warehouse(), independentFields())
    .map(([place, memory, warehouse, rest]) => ({ ...place, ...memory, ...warehouse, ...rest }));
}

/** A request with one mistake: only `field` has a problem. */
export function invalidServiceRequest(): fc.Arbitrary<{ request: Record<string, unknown>; field: string }> {
  return fc
    .tuple(validServiceRequest(), fc.oneof(...mistakes))
    .map(([valid, { field, without = [], set }]) => {
      const rest = Object.entries(valid).filter(([name]) => !without.includes(name));
      return { request: { ...Object.fromEntries(rest), ...set }, field };
    });
}

function some<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(values, { nil: undefined });
}

// Provider, region, tier, and the fields that depend on the tier.
function place(): fc.Arbitrary<ServiceRequest> {
  return some(fc.constantFrom(...providers)).chain((provider) =>
    some(fc.constantFrom(...(provider ? regionsByProvider[provider] : regions))).chain((region) => {
      const azure = provider === "azure" || regionsByProvider.azure.some((known) => known === region);
      const allowed = tiers.filter((tier) => !azure || tier !== "development");
      return some(fc.constantFrom(...allowed)).chain((tier) =>
        tier === undefined || tier === "production"
          ? fc
              .record({ releaseChannel: some(fc.constantFrom(...releaseChannels)), total: totalMemory() })
              .map(({ releaseChannel, total }): ServiceRequest => ({
                provider,
                region,
                tier,
                releaseChannel,
                ...total,
              }))
          : fc.constant<ServiceRequest>({ provider, region, tier }),
      );
    }),
  );
}

function pair(sizes: fc.Arbitrary<number>): fc.Arbitrary<[number, number]> {
  return fc.tuple(sizes, sizes).map(([a, b]) => (a <= b ? [a, b] : [b, a]));
}

function totalMemory(): fc.Arbitrary<ServiceRequest> {
  return fc
    .tuple(pair(multiples(12, 24, 1068)), fc.boolean(), fc.boolean())
    .map(([[min, max], withMin, withMax]) => ({
      ...(withMin && { minTotalMemoryGb: min }),
      ...(withMax && { maxTotalMemoryGb: max }),
    }));
}

function replicaMemory(): fc.Arbitrary<ServiceRequest> {
  const free = fc
    .tuple(pair(multiples(4, 8, 356)), fc.boolean(), fc.boolean())
    .map(([[min, max], withMin, withMax]) => ({
      ...(withMin && { minReplicaMemoryGb: min }),
      ...(withMax && { maxReplicaMemoryGb: max }),
    }));
  const ownCloud = fc
    .tuple(fc.string(), pair(fc.constantFrom(...byocReplicaMemoryGb)))
    .map(([byocId, [min, max]]) => ({ byocId, minReplicaMemoryGb: min, maxReplicaMemoryGb: max }));
  return fc.oneof({ weight: 3, arbitrary: free }, { weight: 1, arbitrary: ownCloud });
}

function warehouse(): fc.Arbitrary<ServiceRequest> {
  return some(fc.uuid()).chain((dataWarehouseId) =>
    dataWarehouseId === undefined
      ? fc.constant({})
      : some(fc.boolean()).map((isReadonly) => ({ dataWarehouseId, isReadonly })),
  );
}

const nameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 \t".split("");

function independentFields(): fc.Arbitrary<ServiceRequest> {
  return fc.record(
    {
      name: fc.string({ unit: fc.constantFrom(...nameCharacters), maxLength: 50 }),
      ipAccessList: fc.array(fc.record({ source: fc.string(), description: fc.string() }), { maxLength: 3 }),
      numReplicas: fc.integer({ min: 1, max: 20 }),
      idleScaling: fc.boolean(),
      idleTimeoutMinutes: fc.integer({ min: 5, max: 10_000 }),
      backupId: fc.uuid(),
      encryptionKey: fc.string(),
      encryptionAssumedRoleIdentifier: fc.string(),
      privateEndpointIds: fc.array(fc.string(), { maxLength: 3 }),
      privatePreviewTermsChecked: fc.boolean(),
      hasTransparentDataEncryption: fc.boolean(),
      endpoints: fc.array(fc.record({ protocol: fc.constant("mysql"), enabled: fc.boolean() }), {
        maxLength: 2,
      }),
      profile: fc.constantFrom(...profiles),
      complianceType: fc.constantFrom(...complianceTypes),
    },
    { requiredKeys: [] },
  );
}
