import { beforeEach, expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { origins, unresolvedRequests } from "../../../../src/features/services/provisioning/progress.ts";

const redis = useRedis();
let from: ReturnType<typeof origins>;
let unresolved: ReturnType<typeof unresolvedRequests>;

beforeEach(() => {
  from = origins(redis.client, "T1");
  unresolved = unresolvedRequests(redis.client, "T1");
});

test("only one of many requests that claim a service at once gets it", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `r${index}`);
  const owners = await Promise.all(ids.map((id) => from.attribute("s1", id)));
  expect(new Set(owners).size).toBe(1);
  expect(await from.of(["s1", "s2"])).toEqual([owners[0], undefined]);
});

test("the cloud's own answer decides which request a service belongs to, over any guess", async () => {
  expect(await from.attribute("s1", "guess")).toBe("guess");
  expect(await from.attributeSurely("s1", "answered")).toBe("guess");
  expect(await from.attribute("s1", "guess")).toBe("answered");
  expect(await from.attributeSurely("s2", "answered")).toBeUndefined();
});

test("a service's id is the same in upper case", async () => {
  await from.attribute("ab12", "r1");
  expect(await from.attribute("AB12", "r2")).toBe("r1");
  expect(await from.of(["Ab12"])).toEqual(["r1"]);
});

test("a workspace's origins are its own", async () => {
  await from.attribute("s1", "r1");
  expect(await origins(redis.client, "T2").of(["s1"])).toEqual([undefined]);
});

test("requests without an outcome are found by name and connection until they are dropped", async () => {
  const since = "2026-11-20T10:00:00Z";
  await unresolved.add("r1", { name: "orders", connection: "default", since });
  await unresolved.add("r2", { name: "orders", connection: "default", since });
  await unresolved.add("r3", { name: "orders", connection: "other", since });
  await unresolved.add("r4", { name: "payments", connection: "default", since });
  expect((await unresolved.named("orders", "default")).toSorted()).toEqual(["r1", "r2"]);
  await unresolved.drop("r1");
  expect(await unresolved.named("orders", "default")).toEqual(["r2"]);
});
