import { expect, test } from "vitest";
import { operations } from "./operations.ts";
import { routes } from "@quartermaster/reference-cloud";
import { cloudInTest, organizationOf, passTime } from "../support/asking.ts";
import { clientFor } from "./contract-client.ts";
import { managementCases } from "./management-cases.ts";

const managementNames = Object.entries(operations)
  .filter(([, { surface }]) => surface === "management")
  .map(([name]) => name);

test("every management operation has a case here and a route in the reference server", () => {
  expect(Object.keys(managementCases).toSorted()).toEqual(managementNames.toSorted());
  expect(Object.keys(routes)).toEqual(expect.arrayContaining(managementNames));
});

test("the reference server's routes have the names of the contract", () => {
  for (const [name, { operation }] of Object.entries(routes)) {
    expect(Object.entries(operations)).toContainEqual([name, operation]);
  }
});

test.each(Object.entries(managementCases))(
  "%s works through the client",
  async (_, { prepare, call, answer }) => {
    const cloud = await cloudInTest();
    const organization = organizationOf(cloud, "SCALE");
    const client = clientFor(cloud, organization);
    await prepare?.(cloud, client, organization);
    expect(await call(client, organization)).toMatchObject(answer(organization));
  },
);

test.each(Object.entries(managementCases))(
  "%s works in a deployment's own words",
  async (_, { prepare, call, answer }) => {
    const wireNames = { engineVersion: "makerVersion", credits: "MAKER", observability: "makerview" };
    const cloud = await cloudInTest({ wireNames });
    const organization = organizationOf(cloud, "SCALE");
    const client = clientFor(cloud, organization, { wireNames });
    await prepare?.(cloud, client, organization);
    expect(await call(client, organization)).toMatchObject(answer(organization));
  },
);

test("a created service is running, has backups and has costs", async () => {
  const cloud = await cloudInTest();
  const client = clientFor(cloud, organizationOf(cloud, "BASIC"));
  const { service } = await client.call(operations.createService, { body: { name: "orders" } });
  const { id: serviceId = "" } = service;

  await passTime(cloud, 60 * 60_000);
  expect((await client.call(operations.getService, { serviceId })).state).toBe("running");
  expect(await client.call(operations.listBackups, { serviceId })).toMatchObject([
    { status: "done", type: "full" },
  ]);
  const query = { from_date: "2026-11-20", to_date: "2026-11-20" };
  expect((await client.call(operations.readUsageCost, { query })).costs).toMatchObject([{ serviceId }]);
});
