import { expect, test } from "vitest";
import { ask, askJson, cloudInTest, control, organizationOf } from "../../../test/support/asking.ts";

test("received requests are listed with method, path, operation, the key's organization, body and status", async () => {
  const cloud = await cloudInTest();
  const basicTier = organizationOf(cloud, "BASIC");
  const base = `/v1/organizations/${basicTier.organizationId}`;
  await askJson(cloud, basicTier, "/services", { name: "orders" });
  await ask(cloud, basicTier, "/nothing?at=all");
  expect((await control(cloud, "/requests", undefined, "GET")).body).toEqual([
    {
      at: "2026-11-20T12:00:00.000Z",
      method: "POST",
      path: `${base}/services`,
      operation: "createService",
      keyOf: basicTier.organizationId,
      body: { name: "orders" },
      status: 200,
    },
    { at: "2026-11-20T12:00:00.000Z", method: "GET", path: `${base}/nothing?at=all`, status: 404 },
  ]);
});

test("the list of received requests has no API key and no encryption key", async () => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  await askJson(cloud, scale, "/services", { encryptionKey: "hush" });
  const listed = JSON.stringify((await control(cloud, "/requests", undefined, "GET")).body);
  expect(listed).toContain('"encryptionKey":"(secret)"');
  for (const secret of ["hush", scale.keyId, scale.keySecret, "Basic"]) expect(listed).not.toContain(secret);
});

test("a request with a dropped connection has no status", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "drop-after", times: 1 }]);
  await expect(ask(cloud, organizationOf(cloud, "SCALE"), "/services")).rejects.toThrow("fetch failed");
  expect((await control(cloud, "/requests", undefined, "GET")).body).toMatchObject([{ status: null }]);
});

test("the list of received requests can be emptied", async () => {
  const cloud = await cloudInTest();
  await ask(cloud, organizationOf(cloud, "SCALE"), "/services");
  await control(cloud, "/requests", undefined, "DELETE");
  expect((await control(cloud, "/requests", undefined, "GET")).body).toEqual([]);
});

test("services can be filtered by name", async () => {
  const cloud = await cloudInTest();
  const basicTier = organizationOf(cloud, "BASIC");
  await askJson(cloud, basicTier, "/services", { name: "by name" });
  const listed = await control(cloud, "/services?name=by%20name", undefined, "GET");
  expect(listed.body).toMatchObject([{ organizationId: basicTier.organizationId, name: "by name" }]);
  expect((await control(cloud, "/services?name=unknown", undefined, "GET")).body).toEqual([]);
});

test("all services are listed with their organization and state", async () => {
  const cloud = await cloudInTest();
  const listed = (await control(cloud, "/services", undefined, "GET")).body;
  expect(listed).toMatchObject(
    cloud.organizations.flatMap(({ organizationId, services }) =>
      services.map(({ id, name }) => ({ organizationId, id, name, state: "running" })),
    ),
  );
});

test("the clock moves forward by the given time", async () => {
  const cloud = await cloudInTest();
  expect((await control(cloud, "/clock", { advanceMs: 60_000 })).body).toEqual({
    now: "2026-11-20T12:01:00.000Z",
  });
  expect((await control(cloud, "/clock", { advanceMs: -1 })).status).toBe(400);
});

test("a body that is not JSON is refused", async () => {
  const cloud = await cloudInTest();
  const response = await fetch(`${cloud.controlUrl}/faults`, { method: "POST", body: "[" });
  expect(response.status).toBe(400);
});
