import { createSecretKey } from "node:crypto";
import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { keyBudget } from "../src/cloud-clients.ts";
import { createSigner } from "../src/secrets/signer.ts";
import { Connection } from "../src/store/connections.ts";
import { createStore } from "../src/store/store.ts";
import { contentsOf, useRedis } from "./support/redis.ts";

const redis = useRedis();
const budgetSigner = createSigner([{ id: "k1", key: createSecretKey(Buffer.alloc(32, 1)) }], "budgets");
const values: Record<string, string> = {
  "env:ACME_ID": "the-key-id",
  "file:/acme-id": "the-key-id",
  "env:OTHER_ID": "another-key-id",
  "env:SECRET": "a-secret",
};
const secrets = { resolve: async (reference: string) => values[reference] ?? "", forget: () => undefined };

function managed(name: string, keyIdRef: string, baseUrl = "https://api.example.com"): Connection {
  return Connection.parse({
    name,
    kind: "managed",
    baseUrl,
    organizationId: "o1",
    keyIdRef,
    keySecretRef: "env:SECRET",
    wireNames: { engineVersion: "v", credits: "c", observability: "o" },
  });
}

/** What a key may still ask, two requests in all, as one replica sees it. */
function budgetOf(connection: Connection, workspaceId = "T1", client = redis.client) {
  const kept = createStore(client).workspace(workspaceId);
  return keyBudget(async () => connection, 2, { kept, secrets }, { budgetSigner });
}

test("connections with the same key share its budget, in all replicas, however the key is named", async () => {
  const replica = new Redis(redis.url);
  await budgetOf(managed("first", "env:ACME_ID")).take();
  await budgetOf(managed("second", "file:/acme-id"), "T1", replica).take();
  await expect(budgetOf(managed("first", "env:ACME_ID")).take()).rejects.toMatchObject({ kind: "limited" });
  await budgetOf(managed("third", "env:OTHER_ID")).take();
  await budgetOf(managed("fourth", "env:ACME_ID", "https://elsewhere.example.com")).take();
  replica.disconnect();
});

test("a workspace spends none of another's budget, and a pause holds for the key alone", async () => {
  await budgetOf(managed("default", "env:ACME_ID")).pause(30_000);
  await expect(budgetOf(managed("other", "env:ACME_ID")).take()).rejects.toMatchObject({ kind: "limited" });
  await budgetOf(managed("default", "env:ACME_ID"), "T2").take();
  expect((await contentsOf(redis.client)).join()).not.toContain("the-key-id");
});
