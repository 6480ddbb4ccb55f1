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
