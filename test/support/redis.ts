import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type LocalRedis, startRedis } from "../../src/demo/redis.ts";

// It ends with the worker.
let ofWorker: Promise<LocalRedis> | undefined;

/** The worker's Redis, emptied: one server serves all files of a worker, because they follow each other. */
export async function emptyRedis(): Promise<LocalRedis> {
  const redis = await (ofWorker ??= startRedis());
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
  return { ...redis, close: async () => {} };
}

/** Gives the worker's Redis to a test file and empties it before each test. Call it at the file's top. */
export function useRedis(): { readonly url: string; readonly client: Redis } {
  let connected: { url: string; client: Redis } | undefined;

  beforeAll(async () => {
    const { url } = await emptyRedis();
    connected = { url, client: new Redis(url) };
  });
  beforeEach(() => running().client.flushall());
  afterAll(() => connected?.client.quit());

  function running() {
    if (!connected) throw new Error("Redis runs only while tests run: read it inside a test or a hook.");
    return connected;
  }
  return {
    get url() {
      return running().url;
    },
    get client() {
      return running().client;
    },
  };
}

const readers: Record<string, (client: Redis, key: string) => Promise<unknown>> = {
  string: (client, key) => client.get(key),
  hash: (client, key) => client.hgetall(key),
  list: (client, key) => client.lrange(key, 0, -1),
  set: (client, key) => client.smembers(key),
  zset: (client, key) => client.zrange(key, "0", "-1"),
  stream: (client, key) => client.xrange(key, "-", "+"),
  // It was deleted since the list was read.
  none: async () => null,
};

/** Everything in a Redis, each key with its value as JSON. The server's own dump would compress the values. */
export async function contentsOf(client: Redis): Promise<string[]> {
  const keys = await client.keys("*");
  return Promise.all(
    keys.map(async (key) => {
      const type = await client.type(key);
      const read = readers[type];
      if (!read) throw new Error(`${key} is a ${type}, which cannot be read here yet.`);
      return JSON.stringify([key, await read(client, key)]);
    }),
  );
}
