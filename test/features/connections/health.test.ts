import { expect, test } from "vitest";
import { neutralWireNames } from "../../../src/platform/cloud/connection.ts";
import { createStore } from "../../../src/app/store.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const at = "2026-11-20T10:00:00.000Z";

test("the health of a connection follows a rename, and none is kept of a missing connection", async () => {
  const { connections, connectionHealth } = createStore(redis.client).workspace("T1");
  await connections.add({
    name: "acme",
    kind: "standalone",
    appUrl: "https://observe.example.com",
    tokenRef: "sealed:a",
    wireNames: neutralWireNames,
  });
  await connectionHealth.note("acme", { outcome: "works", at });
  await connectionHealth.note("gone", { outcome: "works", at });
  await connections.rename("acme", "north");
  expect([...(await connectionHealth.all())]).toEqual([["north", { outcome: "works", at }]]);
  await connections.remove("north");
  await connectionHealth.note("north", { outcome: "away", at });
  expect((await connectionHealth.all()).size).toBe(0);
});
