import { createSecretKey } from "node:crypto";
import { pino } from "pino";
import { Agent } from "undici";
import { createMetrics } from "../../../src/lib/metrics.ts";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import { createService, listServices } from "../../../src/platform/cloud/services/service.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { connectionClients } from "../../../src/features/connections/clients.ts";
import { createSigner } from "../../../src/platform/secrets/seal.ts";
import { keptReads } from "../../../src/platform/cloud/kept-reads.ts";
import { Connection } from "../../../src/features/connections/connection.ts";
import { createStore } from "../../../src/app/store.ts";
import { plain, scriptedServer, silence, success } from "../../platform/cloud/scripted-server.ts";
import { contentsOf, useRedis } from "../../support/redis.ts";

const redis = useRedis();
const quotaSigner = createSigner([{ id: "k1", key: createSecretKey(Buffer.alloc(32, 1)) }], "budgets");
const values: Record<string, string> = {
  "env:ACME_ID": "the-key-id",
  "file:/acme-id": "the-key-id",
  "env:OTHER_ID": "another-key-id",
  "env:SECRET": "a-secret",
};
const resolve = async (reference: string) => values[reference] ?? "";
const secrets = { resolve, resolveConfigured: resolve, forget: () => undefined };

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

/** The request quota of a connection's key, two requests in all, as one replica sees it. */
function quotaOf(connection: Connection, workspaceId = "T1", client = redis.client) {
  const find = async () => connection;
  const kept = createStore(client).workspace(workspaceId);
  const workspace = { ...given, kept, secrets, connections: { find } };
  return connectionClients(workspace, accessWith()).quotaOf(find, 2);
}

const given = {
  environment: async () => undefined,
  mayCall: async () => undefined,
  keptReads: keptReads(Date.now),
};

function accessWith({ stopping = new AbortController().signal, timeoutMs = 5_000 } = {}) {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  return {
    config: { cloud: { timeoutMs, requestsPerWindow: 10 } },
    dispatcher,
    guardedDispatcher: dispatcher,
    quotaSigner,
    metrics: createMetrics(),
    stopping,
    now: () => new Date(),
    log: pino({ level: "silent" }),
  };
}

test("connections with the same key share its request quota, in all replicas, however the key is named", async () => {
  const replica = new Redis(redis.url);
  await quotaOf(managed("first", "env:ACME_ID")).take();
  await quotaOf(managed("second", "file:/acme-id"), "T1", replica).take();
  await expect(quotaOf(managed("first", "env:ACME_ID")).take()).rejects.toMatchObject({ kind: "limited" });
  await quotaOf(managed("third", "env:OTHER_ID")).take();
  await quotaOf(managed("fourth", "env:ACME_ID", "https://elsewhere.example.com")).take();
  replica.disconnect();
});

test("a workspace spends none of another's request quota, and a pause holds for the key alone", async () => {
  await quotaOf(managed("default", "env:ACME_ID")).pause(30_000);
  await expect(quotaOf(managed("other", "env:ACME_ID")).take()).rejects.toMatchObject({ kind: "limited" });
  await quotaOf(managed("default", "env:ACME_ID"), "T2").take();
  expect((await contentsOf(redis.client)).join()).not.toContain("the-key-id");
});

/** A client of a connection that was found before Redis got another one. The old secrets are deleted. */
function clientSince(before: Connection, after: Connection, limits?: Parameters<typeof accessWith>[0]) {
  const secretsNow = {
    async resolve(reference: string) {
      const secret = values[reference];
      if (secret === undefined) throw new AppError("auth", `There is nothing at ${reference}.`);
      return secret;
    },
    resolveConfigured: () => Promise.reject(new Error("It is not a connection of the environment.")),
    forget: () => undefined,
  };
  const workspace = {
    ...given,
    kept: createStore(redis.client).workspace("T1"),
    secrets: secretsNow,
    connections: { find: async () => after },
  };
  return connectionClients(workspace, accessWith(limits)).clientOf(async () => before);
}

test("a connection that gets other credentials while in use continues with those", async () => {
  const { url, received } = await scriptedServer(success({ services: [] }));
  const client = clientSince(
    managed("acme", "sealed:deleted#keyId", url),
    managed("acme", "env:ACME_ID", url),
  );
  await client.call(listServices, {}).catch(() => undefined);
  expect(received.map(({ headers }) => headers.authorization)).toEqual([
    `Basic ${btoa("the-key-id:a-secret")}`,
  ]);
});

test("after a refusal, the credentials of the connection as it is now are tried", async () => {
  const { url, received } = await scriptedServer(plain(401, ""), success({ services: [] }));
  const client = clientSince(managed("acme", "env:OTHER_ID", url), managed("acme", "env:ACME_ID", url));
  await client.call(listServices, {}).catch(() => undefined);
  expect(received.map(({ headers }) => headers.authorization)).toEqual([
    `Basic ${btoa("another-key-id:a-secret")}`,
    `Basic ${btoa("the-key-id:a-secret")}`,
  ]);
});

test("a connection that now leads elsewhere does not send its new key to its old address", async () => {
  const { url, received } = await scriptedServer(plain(401, ""));
  const elsewhere = managed("acme", "env:ACME_ID", "https://elsewhere.example.com");
  const client = clientSince(managed("acme", "env:OTHER_ID", url), elsewhere);
  await expect(client.call(listServices, {})).rejects.toMatchObject({ kind: "auth" });
  expect(received.map(({ headers }) => headers.authorization)).toEqual([
    `Basic ${btoa("another-key-id:a-secret")}`,
  ]);
});

test("a cancelled call ends, even while the process continues", async () => {
  const { url, received } = await scriptedServer(silence);
  const connection = managed("acme", "env:ACME_ID", url);
  const given = new AbortController();
  const read = clientSince(connection, connection).call(listBackups, { serviceId: "s" }, given);
  const said = read.then(String, (error: Error) => error.message);
  await expect.poll(() => received.length).toBe(1);
  given.abort();
  expect(await said).toBe("The call ended before an answer came. Nothing was done.");
});

test("when the process stops, running reads end, and running changes continue", async () => {
  const { url, received } = await scriptedServer(silence);
  const connection = managed("acme", "env:ACME_ID", url);
  const stopping = new AbortController();
  const client = clientSince(connection, connection, { stopping: stopping.signal, timeoutMs: 400 });
  const [read, change] = [
    client.call(listBackups, { serviceId: "s" }),
    client.call(createService, { body: { name: "orders" } }),
  ].map((call) => call.then(String, (error: Error) => error.message));
  await expect.poll(() => received.length).toBe(2);
  stopping.abort();
  expect(await read).toBe("The call ended before an answer came. Nothing was done.");
  expect(await change).toMatch(/^The cloud didn't answer within 0.4 seconds\./);
});
