import { expect, test } from "vitest";
import { neutralWireNames } from "../../../src/platform/cloud/connection.ts";
import {
  asManaged,
  connections,
  withEnvironment,
  withWireNames,
} from "../../../src/features/connections/records.ts";
import type { Connection } from "../../../src/features/connections/connection.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const managed: Connection = {
  name: "default",
  kind: "managed",
  baseUrl: "https://api.cloud.example.com",
  organizationId: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
  keyIdRef: "env:A",
  keySecretRef: "env:B",
  wireNames: neutralWireNames,
};
const standalone: Connection = {
  name: "observability",
  kind: "standalone",
  appUrl: "https://observe.example.com",
  tokenRef: "env:C",
  wireNames: neutralWireNames,
};
const kept = (...environment: Connection[]) =>
  withEnvironment(connections(redis.client, "T1"), async () => environment);

test("the environment's connections are there before their first use, and after Redis came back empty", async () => {
  const both = kept(managed, standalone);
  expect(await both.list()).toEqual([managed, standalone]);
  await redis.client.flushdb();
  expect(await both.find("observability")).toEqual(standalone);
  expect(await both.find("default")).toEqual(managed);
});

test("an observability server that the environment no longer describes is not found, although it is saved", async () => {
  await kept(managed, standalone).list();
  expect(await kept(managed).list()).toEqual([managed]);
  await expect(kept(managed).find("observability")).rejects.toMatchObject({ kind: "auth" });
});

test("a connection has the wire names of the present settings, whatever they were when it was made", async () => {
  const wireNames = { ...neutralWireNames, credits: "XYZ" };
  const own = connections(redis.client, "T1");
  await own.add({ ...managed, name: "acme" });
  const present = withWireNames(own, wireNames);
  expect(await present.find("acme")).toMatchObject({ wireNames });
  expect(await present.list()).toMatchObject([{ name: "acme", wireNames }]);
});

test("a connection to an observability server is refused by name if a cloud is needed", () => {
  expect(asManaged(managed)).toBe(managed);
  expect(() => asManaged(standalone)).toThrow(
    "The connection “observability” leads to an observability server, which has no database services and no costs. Choose another connection.",
  );
});
