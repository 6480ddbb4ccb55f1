import { expect, test } from "vitest";
import { z } from "zod";
import { CreatedService, Service } from "../../../src/platform/cloud/services/service.ts";
import { serviceRequestFields } from "../../../src/platform/cloud/services/request.ts";
import {
  ask,
  askJson,
  cloudInTest,
  control,
  organizationOf,
  passTime,
} from "../../../test/support/asking.ts";

test("a created service has the requested values, and starts in provisioning", async () => {
  const cloud = await cloudInTest();
  const request = {
    name: "orders test",
    provider: "gcp",
    region: "us-central1",
    numReplicas: 4,
    minReplicaMemoryGb: 12,
    maxReplicaMemoryGb: 356,
    idleScaling: false,
    idleTimeoutMinutes: 30,
    ipAccessList: [{ source: "198.51.100.0/24", description: "office" }],
  };
  const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), "/services", request);
  const { service } = CreatedService.parse(answer.result);
  expect(service).toMatchObject({ ...request, state: "provisioning", isPrimary: true, isReadonly: false });
  expect(service.createdAt).toBe("2026-11-20T12:00:00.000Z");
  expect(service.id).toMatch(/^[0-9a-f-]{36}$/);
});

test("a service runs after its provisioning time", async () => {
  const cloud = await cloudInTest({ provisioningMs: 6000 });
  const scale = organizationOf(cloud, "SCALE");
  const created = CreatedService.parse((await askJson(cloud, scale, "/services", {})).result);
  const state = async () =>
    Service.parse((await askJson(cloud, scale, `/services/${created.service.id}`)).result).state;

  await passTime(cloud, 5999);
  expect(await state()).toBe("provisioning");
  await passTime(cloud, 1);
  expect(await state()).toBe("running");
});

test.each([
  ["BASIC", 1],
  ["SCALE", 3],
  ["ENTERPRISE", 3],
] as const)("a service of a %s organization has %i replicas by default", async (tier, numReplicas) => {
  const cloud = await cloudInTest();
  const answer = await askJson(cloud, organizationOf(cloud, tier), "/services", {});
  expect(CreatedService.parse(answer.result).service).toMatchObject({ numReplicas, idleScaling: true });
});

test("a default memory bound never contradicts the requested bound", async () => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  const low = CreatedService.parse(
    (await askJson(cloud, scale, "/services", { maxReplicaMemoryGb: 8 })).result,
  );
  expect(low.service).toMatchObject({ minReplicaMemoryGb: 8, maxReplicaMemoryGb: 8, maxTotalMemoryGb: 24 });
  const high = CreatedService.parse(
    (await askJson(cloud, scale, "/services", { minTotalMemoryGb: 300 })).result,
  );
  expect(high.service).toMatchObject({
    minReplicaMemoryGb: 100,
    maxReplicaMemoryGb: 100,
    minTotalMemoryGb: 300,
  });
});

test("passwords are random, returned once and not stored", async () => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  const first = CreatedService.parse((await askJson(cloud, scale, "/services", {})).result);
  const second = CreatedService.parse((await askJson(cloud, scale, "/services", {})).result);
  expect(first.password).toMatch(/^[\w-]{24}$/);
  expect(second.password).not.toBe(first.password);

  const shown = [
    (await ask(cloud, scale, `/services/${first.service.id}`)).text,
    (await ask(cloud, scale, "/services")).text,
    JSON.stringify((await control(cloud, "/services", undefined, "GET")).body),
    JSON.stringify((await control(cloud, "/requests", undefined, "GET")).body),
  ];
  expect(shown.filter((text) => text.includes(first.password ?? "no password"))).toEqual([]);
});

test("a created service is listed after the seeded ones", async () => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  await askJson(cloud, scale, "/services", { name: "third" });
  const services = z.array(Service).parse((await askJson(cloud, scale, "/services")).result);
  expect(services.map(({ name }) => name)).toEqual(["orders prod", "web analytics", "third"]);
});

test("a service in an existing warehouse shares it and is not its primary", async () => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  const [first] = z.array(Service).parse((await askJson(cloud, scale, "/services")).result);
  const request = { dataWarehouseId: first?.dataWarehouseId, numReplicas: 1, isReadonly: true };
  const answer = await askJson(cloud, scale, "/services", request);
  expect(CreatedService.parse(answer.result).service).toMatchObject({ ...request, isPrimary: false });
});

test("MySQL is listed only if enabled", async () => {
  const cloud = await cloudInTest();
  const listed = async (endpoints?: { protocol: string; enabled: boolean }[]) => {
    const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), "/services", { endpoints });
    return CreatedService.parse(answer.result).service.endpoints;
  };
  const https = expect.objectContaining({ protocol: "https", username: "default" });
  const mysql = { protocol: "mysql", host: expect.any(String), port: 3306, username: "default" };
  expect(await listed([{ protocol: "mysql", enabled: true }])).toEqual([https, mysql]);
  expect(await listed([{ protocol: "mysql", enabled: false }])).toEqual([https]);
  expect(await listed()).toEqual([https]);
});

test("transparent encryption comes with its key and role", async () => {
  const cloud = await cloudInTest();
  const request = { hasTransparentDataEncryption: true };
  const answer = await askJson(cloud, organizationOf(cloud, "ENTERPRISE"), "/services", request);
  const { service } = CreatedService.parse(answer.result);
  expect(service.transparentDataEncryptionKeyId).toMatch(/^[0-9a-f-]{36}$/);
  expect(service.encryptionRoleId).toContain("encryption");
});

test("every seeded service conforms to the rules of a request", async () => {
  const cloud = await cloudInTest();
  const known = Object.keys(serviceRequestFields);
  for (const organization of cloud.organizations) {
    const services = z.array(Service).parse((await askJson(cloud, organization, "/services")).result);
    expect(services.map(({ id }) => id)).toEqual(organization.services.map(({ id }) => id));
    for (const {
      dataWarehouseId: _own,
      endpoints: _answered,
      isReadonly: _default,
      ...service
    } of services) {
      const asked = Object.fromEntries(
        Object.entries(service).filter(([field, value]) => known.includes(field) && value !== undefined),
      );
      expect((await askJson(cloud, organization, "/services", asked)).error).toBeUndefined();
    }
  }
});
