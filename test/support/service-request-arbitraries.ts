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

/** One way to break one rule of a service request. */
interface Mistake {
  /** The only field that then has a problem. */
  field: string;
  set: Record<string, unknown>;
  /** Fields to leave out, because they would be invalid too. */
  without?: string[];
}

/** Multiples of a number in a range, both ends included. */
function multiples(of: number, from: number, to: number): fc.Arbitrary<number> {
  return fc.integer({ min: from / of, max: to / of }).map((n) => n * of);
}

function mistake(field: string, values: fc.Arbitrary<unknown>, rest: Partial<Mistake> = {}) {
  return values.map((value): Mistake => ({ field, ...rest, set: { ...rest.set, [field]: value } }));
}

function outside(of: number, from: number, to: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ max: from - 1, min: -10_000 }),
    fc.integer({ min: to + 1, max: 10_000 }),
    multiples(of, from, to - of).map((n) => n + of / 2),
    multiples(of, from, to - of).map((n) => n + 0.5),
  );
}

const onlyForProduction = ["releaseChannel", "minTotalMemoryGb", "maxTotalMemoryGb"];
const replicaSizes = ["byocId", "minReplicaMemoryGb", "maxReplicaMemoryGb"];
const totalSizes = ["minTotalMemoryGb", "maxTotalMemoryGb"];
const unknownWord = fc.constantFrom("", "gold", "AWS", "us-east-9", "Production");
const notText = fc.constantFrom<unknown[]>(null, 7, true, {}, []);
const notFlag = fc.constantFrom<unknown[]>(null, 0, 1, "true", {});
const notList = fc.constantFrom<unknown[]>(null, "a", 7, { 0: "a" });
const notNumber = fc.constantFrom<unknown[]>(null, "16", true, {}, []);

/** Every way to break one rule that the arbitraries know. */
const mistakes: fc.Arbitrary<Mistake>[] = [
  mistake("name", fc.constantFrom<unknown[]>("order-db", "café", "a".repeat(51), "db_1", "日本", 7, null)),
  mistake("provider", fc.oneof(unknownWord, notText)),
  mistake("region", fc.oneof(unknownWord, notText)),
  mistake("tier", fc.oneof(unknownWord, notText)),
  mistake("releaseChannel", fc.oneof(unknownWord, notText), { without: ["tier"] }),
  mistake("profile", fc.oneof(unknownWord, notText)),
  mistake("complianceType", fc.oneof(unknownWord, notText)),
  mistake("region", fc.constantFrom(...regionsByProvider.gcp), {
    set: { provider: "aws" },
    without: ["tier"],
  }),
  mistake("region", fc.constantFrom(...regionsByProvider.azure), {
    set: { provider: "gcp" },
    without: ["tier"],
  }),
  mistake("tier", fc.constant("development"), {
    set: { provider: "azure" },
    without: ["region", ...onlyForProduction],
  }),
  mistake("tier", fc.constant("development"), {
    set: { region: "eastus" },
    without: ["provider", ...onlyForProduction],
  }),
  ...onlyForProduction.map((field) =>
    mistake(field, fc.constant(field === "releaseChannel" ? "fast" : 240), {
      set: { tier: "dedicated_standard" },
      without: onlyForProduction,
    }),
  ),
  ...totalSizes.map((field) =>
    mistake(field, fc.oneof(outside(12, 24, 1068), notNumber), { without: [...totalSizes, "tier"] }),
  ),
  mistake("maxTotalMemoryGb", multiples(12, 24, 588), { set: { minTotalMemoryGb: 600 }, without: ["tier"] }),
  ...["minReplicaMemoryGb", "maxReplicaMemoryGb"].map((field) =>
    mistake(field, fc.oneof(outside(4, 8, 356), notNumber), { without: replicaSizes }),
  ),
  mistake("maxReplicaMemoryGb", multiples(4, 8, 196), {
    set: { minReplicaMemoryGb: 200 },
    without: ["byocId"],
  }),
  mistake("minReplicaMemoryGb", fc.constantFrom(44, 64, 112), {
    set: { byocId: "byoc", maxReplicaMemoryGb: 232 },
  }),
  mistake("maxReplicaMemoryGb", fc.constantFrom(undefined, 52, 240, 356), {
    set: { byocId: "byoc", minReplicaMemoryGb: 48 },
  }),
  mistake("numReplicas", fc.oneof(fc.constantFrom<unknown[]>(0, -1, 21, 1.5), notNumber)),
  mistake("idleScaling", notFlag),
  mistake("idleTimeoutMinutes", fc.oneof(fc.integer({ min: -100, max: 4 }), fc.constant(4.9), notNumber)),
  mistake("isReadonly", fc.boolean(), { without: ["dataWarehouseId"] }),
  mistake("isReadonly", notFlag, { set: { dataWarehouseId: "warehouse" } }),
  mistake("dataWarehouseId", notText),
  mistake("backupId", fc.oneof(fc.constantFrom("latest", "5c1d7e2a31b44c8e8a550a9b8c7d6e5f", ""), notText)),
  mistake("byocId", notText, { without: ["minReplicaMemoryGb", "maxReplicaMemoryGb"] }),
  mistake("encryptionKey", notText),
  mistake("encryptionAssumedRoleIdentifier", notText),
  mistake("privatePreviewTermsChecked", notFlag),
  mistake("hasTransparentDataEncryption", notFlag),
  mistake(
    "privateEndpointIds",
    fc.oneof(
      notList,
      notText.map((item) => ["pe-1", item]),
    ),
  ),
  mistake(
    "ipAccessList",
    fc.oneof(
      notList,
      notText.map((source) => [{ source, description: "office" }]),
    ),
  ),
  mistake("ipAccessList", fc.constantFrom([{}], ["203.0.113.0/24"], [{ source: "203.0.113.1", note: "x" }])),
  mistake(
    "endpoints",
    fc.oneof(
      notList,
      notFlag.map((enabled) => [{ protocol: "mysql", enabled }]),
    ),
  ),
  mistake("endpoints", fc.constantFrom<unknown[]>([{}], [{ protocol: 5, enabled: true }], ["mysql"])),
  mistake("replicas", fc.integer()),
];
