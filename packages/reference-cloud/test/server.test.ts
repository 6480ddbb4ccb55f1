import { expect, test } from "vitest";
import { startReferenceCloud } from "../src/server.ts";
import { cloudInTest } from "../../../test/support/asking.ts";

test("the first organization is the demo's: paid, SCALE, and with two services", async () => {
  const [demo] = (await cloudInTest()).organizations;
  expect(demo).toMatchObject({ tier: "SCALE", paid: true });
  expect(demo?.services.map(({ name }) => name)).toEqual(["orders prod", "web analytics"]);
});

test("each kind of organization that the rules distinguish exists", async () => {
  const { organizations } = await cloudInTest();
  expect(organizations.map(({ tier, paid }) => [tier, paid])).toEqual([
    ["SCALE", true],
    ["BASIC", false],
    ["ENTERPRISE", true],
  ]);
});

test("the same seed makes the same ids and keys, and another seed makes others", async () => {
  const [one, same, other] = await Promise.all([
    cloudInTest({ seed: "one" }),
    cloudInTest({ seed: "one" }),
    cloudInTest({ seed: "other" }),
  ]);
  expect(same.organizations).toEqual(one.organizations);
  expect(other.organizations[0]?.organizationId).not.toBe(one.organizations[0]?.organizationId);
  expect(other.organizations[0]?.keySecret).not.toBe(one.organizations[0]?.keySecret);
});

test("a busy port is an error, and no other port is used", async () => {
  const cloud = await cloudInTest();
  const port = Number(new URL(cloud.url).port);
  await expect(startReferenceCloud({ port })).rejects.toThrow("EADDRINUSE");
});

test("a closed server does not respond, and can be closed again", async () => {
  const cloud = await cloudInTest();
  await cloud.close();
  await cloud.close();
  await expect(fetch(cloud.url)).rejects.toThrow("fetch failed");
});
