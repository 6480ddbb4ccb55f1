import { expect, test } from "vitest";
import { neutralWireNames } from "../../src/platform/cloud/connection.ts";
import { keys } from "../../src/platform/redis/keys.ts";
import { creditPrices } from "../../src/features/connections/prices.ts";
import { knownServices } from "../../src/features/connections/known-services.ts";
import { connections } from "../../src/features/connections/records.ts";
import { owners } from "../../src/features/owners/record.ts";
import { teamLookup } from "../../src/features/owners/team.ts";
import { presets } from "../../src/features/services/presets/presets.ts";
import { useRedis } from "../support/redis.ts";

const redis = useRedis();
const at = "2026-11-20T10:00:00.000Z";
const serviceId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
const service = { name: "orders", serviceId, connection: "orders" };
const connection = {
  name: "orders",
  kind: "standalone" as const,
  appUrl: "https://observe.example.com",
  tokenRef: "env:C",
  wireNames: neutralWireNames,
};
const named = (records: readonly { name: string }[]) => records.map(({ name }) => name);

/** Keeps one record named "orders", and lists the names of what is kept under `key`. */
const lists: Record<string, { key: string; keep: () => Promise<unknown>; names: () => Promise<string[]> }> = {
  connections: {
    key: keys.connections("T1"),
    keep: () => connections(redis.client, "T1").save(connection),
    names: async () => named(await connections(redis.client, "T1").list()),
  },
  services: {
    key: keys.services("T1"),
    keep: () => knownServices(redis.client, "T1").add({ ...service, addedBy: "U0000001", addedAt: at }),
    names: async () => named(await knownServices(redis.client, "T1").list()),
  },
  owners: {
    key: keys.owners("T1"),
    keep: () =>
      owners(redis.client, "T1").set(serviceId, {
        ...service,
        ownerId: "U0000001",
        since: at,
        by: "U0000001",
      }),
    names: async () => named(await owners(redis.client, "T1").readable()),
  },
  presets: {
    key: keys.presets("T1"),
    keep: () =>
      presets(redis.client, "T1").set("orders", { name: "orders", fields: {}, savedBy: "U1", savedAt: at }),
    names: async () => named(await presets(redis.client, "T1").list()),
  },
  prices: {
    key: keys.creditPrices("T1"),
    keep: async () => {
      await connections(redis.client, "T1").save(connection);
      await creditPrices(redis.client, "T1").set("orders", { amount: "0.5", currency: "EUR" });
    },
    names: async () => [...(await creditPrices(redis.client, "T1").all()).keys()],
  },
};

test.each(Object.entries(lists))("a broken record hides none of the other %s", async (_, kept) => {
  await kept.keep();
  for (const [index, broken] of ["", "{", "[]", '{"name":7}', "null"].entries())
    await redis.client.hset(kept.key, `broken ${index}`, broken);
  expect(await kept.names()).toEqual(["orders"]);
});

test("what a team pays isn't known while an owner can't be read", async () => {
  await redis.client.hset(keys.owners("T1"), "broken", "{");
  await expect(teamLookup({ owners: owners(redis.client, "T1") })).rejects.toMatchObject({ kind: "bug" });
});
