import { expect, test } from "vitest";
import {
  type OrganizationKnowledge,
  organizationProblems,
} from "../../../../src/platform/cloud/services/organization-rules.ts";
import type { ServiceRequest } from "../../../../src/platform/cloud/services/request.ts";
import { wordsIn } from "../../../support/rows.ts";

const backupId = "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f";
const demanding: ServiceRequest = {
  maxReplicaMemoryGb: 356,
  maxTotalMemoryGb: 1068,
  numReplicas: 1,
  profile: "v1-highmem-s",
  hasTransparentDataEncryption: true,
  backupId,
  region: "eu-west-1",
  tier: "production",
};

test("a rule without facts about the organization finds no problem", () => {
  expect(organizationProblems(demanding, {})).toEqual([]);
});

test.each<[ServiceRequest, OrganizationKnowledge, string, string]>([
  [
    { maxReplicaMemoryGb: 124 },
    { paid: false },
    "maxReplicaMemoryGb",
    "Maximum memory per replica must be at most 120 GB in an unpaid organization",
  ],
  [
    { minReplicaMemoryGb: 124 },
    { paid: false },
    "minReplicaMemoryGb",
    "Minimum memory per replica must be at most 120 GB in an unpaid organization",
  ],
  [
    { maxTotalMemoryGb: 372 },
    { paid: false },
    "maxTotalMemoryGb",
    "Maximum total memory must be at most 360 GB in an unpaid organization",
  ],
  [
    { numReplicas: 1 },
    { firstInWarehouse: true },
    "numReplicas",
    "Number of replicas must be between 2 and 20 for the first service in a data warehouse",
  ],
  [
    { profile: "v1-default" },
    { tier: "SCALE" },
    "profile",
    "Instance profile is only for organizations of the ENTERPRISE tier",
  ],
  [
    { hasTransparentDataEncryption: true },
    { tier: "BASIC" },
    "hasTransparentDataEncryption",
    "Transparent data encryption is only for organizations of the ENTERPRISE tier",
  ],
  [
    { backupId, region: "eu-west-2" },
    { backupOrigin: { region: "eu-west-1" } },
    "region",
    "Region must be eu-west-1, like the service in the backup",
  ],
  [
    { backupId, tier: "development" },
    { backupOrigin: { tier: "production" } },
    "tier",
    "Tier must be production, like the service in the backup",
  ],
])("refused: %j with %j", (request, knowledge, field, message) => {
  expect(organizationProblems(request, knowledge)).toEqual([{ field, message }]);
});

test.each<[string, ServiceRequest, OrganizationKnowledge]>([
  ["120 GB per replica while not paid", { maxReplicaMemoryGb: 120, maxTotalMemoryGb: 360 }, { paid: false }],
  ["the largest sizes when paid", { maxReplicaMemoryGb: 356, maxTotalMemoryGb: 1068 }, { paid: true }],
  ["two replicas in the first service", { numReplicas: 2 }, { firstInWarehouse: true }],
  ["an open number of replicas in the first service", {}, { firstInWarehouse: true }],
  ["one replica in a later service", { numReplicas: 1 }, { firstInWarehouse: false }],
  ["enterprise fields in ENTERPRISE", { profile: "v1-default" }, { tier: "ENTERPRISE" }],
  ["encryption that is switched off", { hasTransparentDataEncryption: false }, { tier: "BASIC" }],
  ["the backup's region and tier", { backupId, region: "eastus" }, { backupOrigin: { region: "eastus" } }],
  ["any region without a backup", { region: "eastus" }, { backupOrigin: { region: "eu-west-1" } }],
])("allowed: %s", (_, request, knowledge) => {
  expect(organizationProblems(request, knowledge)).toEqual([]);
});

test("all problems with the organization are reported at once", () => {
  const knowledge: OrganizationKnowledge = {
    paid: false,
    tier: "BASIC",
    firstInWarehouse: true,
    backupOrigin: { region: "us-east-1", tier: "development" },
  };
  expect(organizationProblems(demanding, knowledge).map(({ field }) => field)).toEqual(
    wordsIn(`
  maxReplicaMemoryGb maxTotalMemoryGb numReplicas profile hasTransparentDataEncryption region tier
`),
  );
});
