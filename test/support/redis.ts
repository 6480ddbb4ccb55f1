import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { startRedis } from "../../src/sandbox/redis.ts";

/** Starts a Redis for this test file alone and empties it before each test; call it at the file's top. */
export function useRedis(): { readonly url: string; readonly client: Redis } {
  let started: { url: string; client: Redis; close(): Promise<void> } | undefined;

  beforeAll(async () => {
    const server = await startRedis();
    const client = new Redis(server.url);
    started = {
      url: server.url,
      client,
      async close() {
        await client.quit();
        await server.close();
      },
    };
  });
  beforeEach(() => running().client.flushall());
  afterAll(() => started?.close());

  function running() {
    if (!started) throw new Error("Redis runs only while tests run: read it inside a test or a hook.");
    return started;
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
  // Gone since it was listed.
  none: async () => null,
};

/** Everything a Redis holds, each key with its value as JSON; the server's own dump compresses what we look for. */
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
