import { expect, test } from "vitest";
import { z } from "zod";
import { Backup } from "../../../src/platform/cloud/services/backup.ts";
import { Service } from "../../../src/platform/cloud/services/service.ts";
import { serviceRequestProblems } from "../../../src/platform/cloud/services/request.ts";
import type { ReferenceCloud, SeededOrganization } from "../src/server.ts";
import { askJson, cloudInTest, fieldsIn, organizationOf } from "../../../test/support/asking.ts";

const unknownId = "00000000-0000-4000-8000-000000000000";

test.each([
  [{ name: "orders-prod" }, ["name"]],
  [{ provider: "ibm" }, ["provider"]],
  [{ provider: "gcp", region: "eu-west-1" }, ["region"]],
  [{ numReplicas: 21 }, ["numReplicas"]],
  [{ minReplicaMemoryGb: 10 }, ["minReplicaMemoryGb"]],
  [{ minReplicaMemoryGb: 64, maxReplicaMemoryGb: 32 }, ["maxReplicaMemoryGb"]],
  [{ idleTimeoutMinutes: 4 }, ["idleTimeoutMinutes"]],
  [{ isReadonly: true }, ["isReadonly"]],
  [{ backupId: "yesterday" }, ["backupId"]],
  [{ tier: "development", releaseChannel: "fast" }, ["releaseChannel"]],
  [{ byocId: "byoc", minReplicaMemoryGb: 48 }, ["maxReplicaMemoryGb"]],
  [{ colour: "blue" }, ["colour"]],
  [{ numReplicas: 0, idleTimeoutMinutes: 0 }, ["numReplicas", "idleTimeoutMinutes"]],
])("%j is refused with a 400 that names the field and gives the rule", async (request, fields) => {
  const cloud = await cloudInTest();
  const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), "/services", request);
  expect(answer).toMatchObject({ httpStatus: 400, status: 400 });
  expect(fieldsIn(answer.error)).toEqual(fields);
  for (const { message } of serviceRequestProblems(request)) expect(answer.error).toContain(message);
});

const ownCloud = { byocId: "byoc", minReplicaMemoryGb: 48 };

test.each([
  [{ name: "a".repeat(50) }, { name: "a".repeat(51) }, "name"],
  [{ numReplicas: 2 }, { numReplicas: 1 }, "numReplicas"],
  [{ numReplicas: 20 }, { numReplicas: 21 }, "numReplicas"],
  [{ minReplicaMemoryGb: 8 }, { minReplicaMemoryGb: 4 }, "minReplicaMemoryGb"],
  [{ maxReplicaMemoryGb: 356 }, { maxReplicaMemoryGb: 360 }, "maxReplicaMemoryGb"],
  [{ minReplicaMemoryGb: 12 }, { minReplicaMemoryGb: 14 }, "minReplicaMemoryGb"],
  [{ minTotalMemoryGb: 24 }, { minTotalMemoryGb: 12 }, "minTotalMemoryGb"],
  [{ maxTotalMemoryGb: 1068 }, { maxTotalMemoryGb: 1080 }, "maxTotalMemoryGb"],
  [{ maxTotalMemoryGb: 36 }, { maxTotalMemoryGb: 40 }, "maxTotalMemoryGb"],
  [{ idleTimeoutMinutes: 5 }, { idleTimeoutMinutes: 4 }, "idleTimeoutMinutes"],
  [{ ...ownCloud, maxReplicaMemoryGb: 232 }, { ...ownCloud, maxReplicaMemoryGb: 236 }, "maxReplicaMemoryGb"],
  [{ provider: "aws", tier: "development" }, { provider: "azure", tier: "development" }, "tier"],
  [
    { tier: "production", releaseChannel: "fast" },
    { tier: "development", releaseChannel: "fast" },
    "releaseChannel",
  ],
])("%j is at the limit, and %j is beyond it", async (within, beyond, field) => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  expect(await askJson(cloud, scale, "/services", within)).toMatchObject({ httpStatus: 200 });
  const refusal = await askJson(cloud, scale, "/services", beyond);
  expect(refusal.httpStatus).toBe(400);
  expect(fieldsIn(refusal.error)).toEqual([field]);
});

test("a body that is not an object is refused as a whole", async () => {
  const cloud = await cloudInTest();
  const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), "/services", ["orders"]);
  expect(answer).toMatchObject({
    httpStatus: 400,
    error: "BAD_REQUEST: A service request must be an object",
  });
});

test.each([
  ["BASIC", { maxReplicaMemoryGb: 124 }, ["maxReplicaMemoryGb"]],
  ["BASIC", { maxReplicaMemoryGb: 120 }, []],
  ["SCALE", { maxReplicaMemoryGb: 356 }, []],
  ["BASIC", { tier: "production", maxTotalMemoryGb: 372 }, ["maxTotalMemoryGb"]],
  ["SCALE", { numReplicas: 1 }, ["numReplicas"]],
  [
    "SCALE",
    { profile: "v1-default", hasTransparentDataEncryption: true },
    ["profile", "hasTransparentDataEncryption"],
  ],
  ["ENTERPRISE", { profile: "v1-default", hasTransparentDataEncryption: true }, []],
] as const)(
  "a %s organization's %j is checked against the organization's limits",
  async (tier, request, fields) => {
    const cloud = await cloudInTest();
    const answer = await askJson(cloud, organizationOf(cloud, tier), "/services", request);
    expect(fieldsIn(answer.error).toSorted()).toEqual([...fields].toSorted());
    expect(answer.httpStatus).toBe(fields.length === 0 ? 200 : 400);
  },
);

test("an unknown warehouse and an unknown backup are refused by name", async () => {
  const cloud = await cloudInTest();
  const request = { dataWarehouseId: unknownId, backupId: unknownId };
  const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), "/services", request);
  expect(fieldsIn(answer.error)).toEqual(["dataWarehouseId", "backupId"]);
});

test("a service from a backup gets the region, tier and provider of the original", async () => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  const { original, backup } = await backedUpService(cloud, scale);
  // RFC 9562: a uuid may be in capitals.
  const answer = await askJson(cloud, scale, "/services", { backupId: backup.id.toUpperCase() });
  const { region, provider, tier } = original;
  expect(answer).toMatchObject({ httpStatus: 200, result: { service: { region, provider, tier } } });
});

test.each([
  [{ region: "us-east-1" }, "region"],
  [{ tier: "dedicated_standard" }, "tier"],
  [{ provider: "azure" }, "region"],
])("a service from a backup cannot have %j, which differs from the original", async (request, field) => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  const { backup } = await backedUpService(cloud, scale);
  const answer = await askJson(cloud, scale, "/services", { ...request, backupId: backup.id });
  expect(answer.httpStatus).toBe(400);
  expect(fieldsIn(answer.error)).toEqual([field]);
});

async function backedUpService(cloud: ReferenceCloud, organization: SeededOrganization) {
  const [original] = z
    .tuple([Service], Service)
    .parse((await askJson(cloud, organization, "/services")).result);
  const answer = await askJson(cloud, organization, `/services/${original.id}/backups`);
  const backup = z
    .array(Backup)
    .parse(answer.result)
    .find(({ status }) => status === "done");
  if (backup === undefined) throw new Error("no backup is done");
  return { original, backup };
}
