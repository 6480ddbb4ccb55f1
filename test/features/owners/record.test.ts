import { beforeEach, expect, test } from "vitest";
import { followRename } from "../../../src/features/connections/changes.ts";
import { type Owners, type Ownership, owners } from "../../../src/features/owners/record.ts";
import { teamKey } from "../../../src/features/owners/team.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
let records: Owners;
const ordersId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
const orders: Ownership = {
  connection: "default",
  serviceId: ordersId,
  name: "orders prod",
  ownerId: "U1",
  team: { kind: "name", name: "payments" },
  since: "2026-11-20T10:00:00.000Z",
  by: "U1",
};

beforeEach(() => {
  records = owners(redis.client, "T1");
});

test("an owner is found by the service's id in either case", async () => {
  expect((await records.change(ordersId, () => orders)).before).toBeUndefined();
  expect(await records.of(ordersId.toUpperCase())).toEqual(orders);
  expect(await records.list()).toEqual([orders]);
});

test("setting replaces all that was known, and returns what was", async () => {
  await records.set(ordersId, orders);
  const next: Ownership = { ...orders, ownerId: "U2", team: undefined };
  expect((await records.change(ordersId, () => next)).before).toEqual(orders);
  expect(await records.of(ordersId)).toEqual(JSON.parse(JSON.stringify(next)));
});

test("removing returns what was, once", async () => {
  await records.set(ordersId, orders);
  expect(await records.change(ordersId, () => undefined)).toEqual({ before: orders });
  expect(await records.change(ordersId, () => undefined)).toEqual({});
  expect(await records.list()).toEqual([]);
});

test("changes of two people at once are both kept", async () => {
  await records.set(ordersId, orders);
  const add = (letter: string) =>
    records.change(ordersId, (present) => present && { ...present, by: `${present.by}${letter}` });
  await Promise.all(["A", "B", "C"].map(add));
  expect((await records.of(ordersId))?.by).toHaveLength("U1ABC".length);
});

test("owners are unknown in another workspace", async () => {
  await records.set(ordersId, orders);
  expect(await owners(redis.client, "T2").list()).toEqual([]);
});

test("an owner follows the renaming of the connection", async () => {
  await records.set(ordersId, orders);
  await followRename(redis.client, "T1", "default", "production");
  expect((await records.of(ordersId))?.connection).toBe("production");
});

test("a team is the same by its group's id, or by its name without case", () => {
  expect(teamKey({ kind: "group", id: "S1", name: "old" })).toBe(
    teamKey({ kind: "group", id: "S1", name: "new" }),
  );
  expect(teamKey({ kind: "name", name: "Payments" })).toBe(teamKey({ kind: "name", name: " payments " }));
});
