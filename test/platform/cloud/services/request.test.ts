import { describe, expect, test } from "vitest";
import {
  ServiceRequest,
  serviceRequestFields,
  serviceRequestProblems,
} from "../../../../src/platform/cloud/services/request.ts";
import { wordsIn } from "../../../support/rows.ts";

describe("accepted", () => {
  test.each<[string, unknown]>([
    ["an empty request, since no field is required", {}],
    ["a name of 50 letters, digits and spaces", { name: "Orders 2 ".padEnd(50, "x") }],
    ["an empty name, which no rule forbids", { name: "" }],
    ["a region of the provider", { provider: "gcp", region: "europe-west4" }],
    ["a region without a provider", { region: "eu-west-1" }],
    ["the ends of every range", { minReplicaMemoryGb: 8, maxReplicaMemoryGb: 356, numReplicas: 20 }],
    ["equal minimum and maximum", { minReplicaMemoryGb: 16, maxReplicaMemoryGb: 16 }],
    ["one replica", { numReplicas: 1 }],
    ["an idle timeout of 5 minutes", { idleTimeoutMinutes: 5 }],
    ["total memory without a tier", { minTotalMemoryGb: 24, maxTotalMemoryGb: 1068 }],
    [
      "total memory and a release channel in production",
      { tier: "production", minTotalMemoryGb: 48, releaseChannel: "fast" },
    ],
    ["a development service outside azure", { provider: "aws", tier: "development" }],
    ["a read-only service in a warehouse", { isReadonly: true, dataWarehouseId: "w" }],
    ["own-cloud sizes", { byocId: "b", minReplicaMemoryGb: 48, maxReplicaMemoryGb: 232 }],
    ["a backup's id in capitals", { backupId: "5C1D7E2A-31B4-4C8E-8A55-0A9B8C7D6E5F" }],
    ["an address without a description", { ipAccessList: [{ source: "203.0.113.0/24" }] }],
    [
      "a protocol that the specification does not show",
      { endpoints: [{ protocol: "https", enabled: false }] },
    ],
  ])("%s", (_, request) => {
    expect(serviceRequestProblems(request)).toEqual([]);
  });
});

describe("refused", () => {
  test.each<[unknown, string, string]>([
    [{ name: "orders-db" }, "name", "Name can have only letters from a to z, digits and spaces"],
    [{ name: "x".repeat(51) }, "name", "Name must be at most 50 characters long"],
    [{ provider: "oci" }, "provider", "Provider must be one of aws, gcp, azure"],
    [
      { provider: "gcp", region: "us-east-1" },
      "region",
      "Region us-east-1 belongs to aws; gcp has us-east1, us-central1, europe-west4, asia-southeast1",
    ],
    [{ provider: "azure", tier: "development" }, "tier", "Tier can't be development on azure"],
    [{ region: "eastus2", tier: "development" }, "tier", "Tier can't be development on azure"],
    [
      { minReplicaMemoryGb: 10 },
      "minReplicaMemoryGb",
      "Minimum memory per replica must be a multiple of 4 GB between 8 and 356",
    ],
    [
      { maxReplicaMemoryGb: 360 },
      "maxReplicaMemoryGb",
      "Maximum memory per replica must be a multiple of 4 GB between 8 and 356",
    ],
    [
      { minReplicaMemoryGb: 32, maxReplicaMemoryGb: 16 },
      "maxReplicaMemoryGb",
      "Maximum memory per replica must be at least the minimum of 32 GB",
    ],
    [
      { minTotalMemoryGb: 100 },
      "minTotalMemoryGb",
      "Minimum total memory must be a multiple of 12 GB between 24 and 1068",
    ],
    [
      { minTotalMemoryGb: 48, maxTotalMemoryGb: 24 },
      "maxTotalMemoryGb",
      "Maximum total memory must be at least the minimum of 48 GB",
    ],
    [
      { tier: "development", maxTotalMemoryGb: 24 },
      "maxTotalMemoryGb",
      "Maximum total memory is only for services of the production tier",
    ],
    [
      { tier: "dedicated_high_cpu", releaseChannel: "slow" },
      "releaseChannel",
      "Release channel is only for services of the production tier",
    ],
    [{ numReplicas: 2.5 }, "numReplicas", "Number of replicas must be a whole number between 1 and 20"],
    [{ idleTimeoutMinutes: 4 }, "idleTimeoutMinutes", "Idle timeout must be at least 5 minutes"],
    [{ idleScaling: "yes" }, "idleScaling", "Idle scaling must be true or false"],
    [{ isReadonly: false }, "isReadonly", "Read-only needs an existing data warehouse: choose one"],
    [
      { byocId: "b", minReplicaMemoryGb: 48, maxReplicaMemoryGb: 64 },
      "maxReplicaMemoryGb",
      "Maximum memory per replica must be one of 48, 116, 172, 232 GB with an Own cloud (BYOC) id",
    ],
    [
      { byocId: "b", maxReplicaMemoryGb: 48 },
      "minReplicaMemoryGb",
      "Minimum memory per replica must be one of 48, 116, 172, 232 GB with an Own cloud (BYOC) id",
    ],
    [
      { backupId: "daily" },
      "backupId",
      "Backup must be a backup's id, such as 5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f",
    ],
    [
      { ipAccessList: [{ source: "203.0.113.1" }, { description: "office" }] },
      "ipAccessList",
      "Allowed addresses, line 2: source must be an address, such as 203.0.113.0/24",
    ],
    [{ endpoints: [{ protocol: "mysql" }] }, "endpoints", "Endpoints, line 1: enabled must be true or false"],
    [{ replicas: 3 }, "replicas", `"replicas" isn't a field of a service request`],
    ["orders", "", "A service request must be an object"],
  ])("%j", (request, field, message) => {
    expect(serviceRequestProblems(request)).toEqual([{ field, message }]);
  });
});

test("all problems are reported at once, in the order of the form, with those between fields", () => {
  const request = {
    tier: "development",
    releaseChannel: "fast",
    name: "orders_db",
    isReadonly: true,
    provider: "azure",
    region: "us-east1",
    numReplicas: 21,
    byocId: "b",
    minReplicaMemoryGb: 10,
    colour: "blue",
  };
  expect(serviceRequestProblems(request).map(({ field }) => field)).toEqual(
    wordsIn(`
  colour name region numReplicas minReplicaMemoryGb minReplicaMemoryGb maxReplicaMemoryGb isReadonly
  releaseChannel tier
`),
  );
});

test("a rule between fields is silent if one of them cannot be judged", () => {
  expect(serviceRequestProblems({ tier: "gold", releaseChannel: "fast" })).toHaveLength(1);
  expect(serviceRequestProblems({ provider: "oci", region: "eastus" })).toHaveLength(1);
});

test("the form knows every field of the schema and marks the deprecated ones", () => {
  const fields = Object.entries(serviceRequestFields);
  expect(fields.map(([name]) => name).sort()).toEqual(Object.keys(ServiceRequest.shape).sort());
  expect(fields.filter(([, { deprecated }]) => deprecated).map(([name]) => name)).toEqual([
    "tier",
    "minTotalMemoryGb",
    "maxTotalMemoryGb",
    "privateEndpointIds",
  ]);
});
