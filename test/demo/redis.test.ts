import { spawn } from "node:child_process";
import { once } from "node:events";
import { access } from "node:fs/promises";
import { Redis } from "ioredis";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { type LocalRedis, startRedis } from "../../src/demo/redis.ts";
import { commandPath } from "../support/installed.ts";

const noRedisServer = commandPath("redis-server") === undefined;
const why = "no redis-server is installed";

const opened: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const it of opened.splice(0).toReversed()) await it.close();
});

async function start(options: Parameters<typeof startRedis>[0] = {}): Promise<LocalRedis> {
  const redis = await startRedis(options);
  opened.push(redis);
  return redis;
}

function connect(url: string): Redis {
  const client = new Redis(url, { retryStrategy: () => null });
  opened.push({ close: async () => client.disconnect() });
  return client;
}

async function setting(client: Redis, name: string): Promise<string> {
  const [, value] = z.tuple([z.string(), z.string()]).parse(await client.config("GET", name));
  return value;
}

test("a private server is empty, keeps nothing on disk and evicts nothing", async ({ skip }) => {
  skip(noRedisServer, why);
  const redis = await start();
  const client = connect(redis.url);
  expect(redis.kind).toBe("redis-server");
  expect(await client.dbsize()).toBe(0);
  expect(await setting(client, "save")).toBe("");
  expect(await setting(client, "appendonly")).toBe("no");
  expect(await setting(client, "maxmemory-policy")).toBe("noeviction");
  expect(await setting(client, "bind")).toBe("127.0.0.1");
});

test("two private servers share no data", async () => {
  const [one, two] = await Promise.all([start(), start()]);
  await connect(one.url).set("key", "one");
  expect(await connect(two.url).get("key")).toBeNull();
});

test("closing a private server ends it and removes its directory", async ({ skip }) => {
  skip(noRedisServer, why);
  const redis = await startRedis();
  const client = connect(redis.url);
  const directory = await setting(client, "dir");
  const ended = once(client, "close");
  await redis.close();
  await ended;
  await expect(access(directory)).rejects.toThrow("ENOENT");
});

test("a given Redis that responds is used and left running", async () => {
  const given = await start();
  const redis = await startRedis({ url: given.url });
  expect(redis).toMatchObject({ kind: "given", url: given.url });
  await redis.close();
  expect(await connect(given.url).ping()).toBe("PONG");
});

test("a private server replaces a given Redis that does not respond", async ({ skip }) => {
  skip(noRedisServer, why);
  const gone = await startRedis();
  await gone.close();
  const redis = await start({ url: gone.url });
  expect(redis.kind).toBe("redis-server");
});

test("without an installed redis-server, a stand-in serves", async () => {
  const redis = await start({ command: "a-redis-server-that-is-not-installed" });
  const client = connect(redis.url);
  expect(redis.kind).toBe("js-redis-server");
  await client.set("key", "value");
  expect(await client.eval("return redis.call('GET', KEYS[1])", 1, "key")).toBe("value");
});

test("a stand-in closes while clients are connected", async () => {
  const redis = await startRedis({ command: "a-redis-server-that-is-not-installed" });
  const client = connect(redis.url);
  await client.ping();
  const ended = once(client, "close");
  await redis.close();
  await ended;
  expect(client.status).toBe("end");
});

test("a private server ends with the process that started it, even if that process is killed", async ({
  skip,
}) => {
  skip(noRedisServer, why);
  const source = `
    const { startRedis } = await import(${JSON.stringify(import.meta.resolve("../../src/demo/redis.ts"))});
    console.log((await startRedis()).url);
  `;
  const owner = spawn(process.execPath, ["--input-type=module", "--eval", source]);
  const [line] = await once(owner.stdout, "data");
  const client = connect(String(line).trim());
  await client.ping();
  const ended = once(client, "close");
  owner.kill("SIGKILL");
  await ended;
  expect(client.status).toBe("end");
});
