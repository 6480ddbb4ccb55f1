import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { startRedis } from "../../../src/demo/redis.ts";
import { confirmingWays, durability } from "../../../src/platform/redis/durability.ts";
import { useRedis } from "../../support/redis.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";

const redis = useRedis();
const facts = { evictionPolicy: undefined, maxMemoryInBytes: undefined, version: "7.0.15" };

test("a Redis that cannot confirm is trusted", async () => {
  await redis.client.set("record", "mine");
  expect(await durability(redis.client).isKept("record", "mine")).toBe(true);
});

test("a record that is different or gone is not kept", async () => {
  await redis.client.set("record", "another's");
  const durable = durability(redis.client);
  expect(await durable.isKept("record", "mine")).toBe(false);
  expect(await durable.isKept("lost", "mine")).toBe(false);
});

/** A server with replicas that have everything, and connections to all of them. */
async function replicated(count: number) {
  const server = await startRedis({ options: ["--repl-diskless-sync-delay", "0"] });
  onTestFinished(() => server.close());
  const { port } = new URL(server.url);
  const replicas = await Promise.all(
    Array.from({ length: count }, () => startRedis({ options: ["--replicaof", "127.0.0.1", port] })),
  );
  for (const replica of replicas) onTestFinished(() => replica.close());
  const client = new Redis(server.url);
  const atReplicas = replicas.map(({ url }) => new Redis(url));
  for (const each of [client, ...atReplicas]) onTestFinished(() => each.disconnect());
  const online = async () => (await client.info("replication")).split("state=online").length - 1;
  await expect.poll(online, { timeout: 20_000 }).toBe(count);
  return { client, atReplicas };
}

test.each([1, 2])(
  "a record is kept once each of %i connected replicas has it, because any may take the server's place",
  async (count) => {
    const { client, atReplicas } = await replicated(count);
    await client.set("record", "mine");
    expect(await durability(client).isKept("record", "mine")).toBe(true);

    // It stays connected and applies nothing.
    await atReplicas[0]?.call("CLIENT", "PAUSE", 60_000, "ALL");
    const stopped = durability(client, 100);
    await client.set("record", "newer");
    expect(await stopped.isKept("record", "newer")).toBe(false);
  },
);

test.each([1, 2])(
  "a server that lost a replica of %i keeps nothing for a minute, because that one may take its place",
  async (count) => {
    const { client, atReplicas } = await replicated(count);
    let nowMs = 0;
    const durable = durability(client, undefined, () => nowMs);
    await client.set("record", "mine");
    expect(await durable.isKept("record", "mine")).toBe(true);
    await atReplicas[0]?.replicaof("NO", "ONE");
    await expect.poll(() => client.info("replication")).toContain(`connected_slaves:${count - 1}`);
    expect(await durable.isKept("record", "mine")).toBe(false);
    nowMs = 59_999;
    expect(await durable.isKept("record", "mine")).toBe(false);
    nowMs = 60_000;
    expect(await durable.isKept("record", "mine")).toBe(true);
  },
);

test("a process that starts after a server lost its only replica waits too", async () => {
  const { client, atReplicas } = await replicated(1);
  await atReplicas[0]?.replicaof("NO", "ONE");
  await expect.poll(() => client.info("replication")).toContain("connected_slaves:0");
  await client.set("record", "mine");
  expect(await durability(client).isKept("record", "mine")).toBe(false);
});

/** A Redis that appends to its file every second and answers WAITAOF, as from version 7.2 on. */
async function appending(answer: string) {
  const options = ["--appendonly", "yes", "--appendfsync", "everysec"];
  const server = await startRedis({ options });
  onTestFinished(() => server.close());
  const proxy = await startTcpProxy(Number(new URL(server.url).port), {
    rewrite: (text) => text.replace(/redis_version:\d\.\d/, "redis_version:8.2"),
    rewriteSent: (text) =>
      text.replace(/\*4\r\n\$7\r\nWAITAOF\r\n(?:\$\d+\r\n\d+\r\n){3}/i, command("EVAL", answer, "0")),
  });
  onTestFinished(() => proxy.close());
  const client = new Redis(`redis://127.0.0.1:${proxy.port}`);
  onTestFinished(() => client.disconnect());
  return client;
}

function command(...words: string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join("")}`;
}

test.each([
  ["it is on disk", "return {1,0}", true],
  ["it is not on disk in time", "return {0,0}", false],
  ["its users may not ask", "return redis.error_reply('NOPERM not you')", true],
])("from version 7.2 on, Redis is asked if the record is on disk: %s", async (_, answer, isKept) => {
  const client = await appending(answer);
  await client.set("record", "mine");
  expect(await durability(client).isKept("record", "mine")).toBe(isKept);
});

test("a Redis that disconnects has confirmed nothing", async () => {
  const client = await appending("return redis.error_reply('UNBLOCKED force unblock')");
  await client.set("record", "mine");
  await expect(durability(client).isKept("record", "mine")).rejects.toMatchObject({ kind: "upstream" });
});

test("requests during a wait share the next one", async () => {
  await redis.client.config("RESETSTAT");
  await redis.client.set("record", "mine");
  const durable = durability(redis.client);
  const kept = await Promise.all(Array.from({ length: 100 }, () => durable.isKept("record", "mine")));
  expect(kept).toEqual(Array.from({ length: 100 }, () => true));
  expect(await redis.client.info("commandstats")).toContain("cmdstat_info:calls=1,");
});

test.each([
  [
    { isAppending: false, syncs: "always", replicas: 0 },
    { file: undefined, replica: false },
  ],
  [
    { isAppending: true, syncs: "always", replicas: 0 },
    { file: "always", replica: false },
  ],
  [
    { isAppending: true, syncs: "everysec", replicas: 2 },
    { file: undefined, replica: true },
  ],
  [
    { isAppending: true, syncs: "everysec", version: "7.2.0" },
    { file: "on request", replica: false },
  ],
  [
    { isAppending: true, version: "8.2.1" },
    { file: "on request", replica: false },
  ],
  [
    { isAppending: true, syncs: "no", version: "8.2.1" },
    { file: undefined, replica: false },
  ],
  [{ version: "8.2.1" }, { file: undefined, replica: false }],
])("a Redis that reports %j can confirm by %j", (told, ways) => {
  const silent = { isAppending: undefined, syncs: undefined, replicas: undefined };
  expect(confirmingWays({ ...silent, ...facts, ...told })).toEqual(ways);
});
