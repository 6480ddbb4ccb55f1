import * as fc from "fast-check";
import { regionsByProvider } from "../../src/platform/cloud/services/request.ts";

/** One way to break one rule of a service request. */
export interface Mistake {
  /** The only field that then has a problem. */
  field: string;
  set: Record<string, unknown>;
  /** Fields to leave out, because they would be invalid too. */
  without?: string[];
}

/** Multiples of a number in a range, both ends included. */
export function multiples(of: number, from: number, to: number): fc.Arbitrary<number> {
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
export const mistakes: fc.Arbitrary<Mistake>[] = [
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
