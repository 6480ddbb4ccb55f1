import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { describe, expect, onTestFinished, test } from "vitest";
import { redisServerIn } from "../../../src/app/reach.ts";
import { removeDataOf } from "../../../src/demo/redis.ts";
import { connectRedis } from "../../../src/platform/redis/connect.ts";
import { durability } from "../../../src/platform/redis/durability.ts";
import { type RedisNode, durableLines, inOne, startNode } from "../../support/redis-kinds/node.ts";
import { hasRedisServer } from "../../support/redis-kinds/start.ts";

async function started(...options: Parameters<typeof startNode>): Promise<RedisNode> {
  const node = await startNode(...options);
  onTestFinished(() => node.close());
  return node;
}

/** Starts servers, and a sentinel of its own for each, which knows no other. `epochs` are those of their failovers. */
async function startSentinels(...epochs: number[]) {
  const directory = await mkdtemp(join(tmpdir(), "quartermaster-sentinels-"));
  onTestFinished(() => removeDataOf(directory));
  return Promise.all(
    epochs.map(async (epoch) => {
      const server = await started(directory, (port) => [`port ${port}`, ...durableLines(port)]);
      const lines = (port: number) => [
        `port ${port}`,
        `sentinel monitor main 127.0.0.1 ${server.port} 1`,
        `sentinel config-epoch main ${epoch}`,
      ];
      const { port } = await started(directory, lines, ["--sentinel"]);
      return { server, address: `127.0.0.1:${port}` };
    }),
  );
}

async function connected(addresses: readonly string[]) {
  const redis = connectRedis(
    redisServerIn({ REDIS_URL: `redis-sentinel://${addresses.join(",")}/main` }),
    () => {},
  );
  onTestFinished(() => redis.disconnect());
  await expect.poll(() => redis.status).toBe("ready");
  return redis;
}

describe.skipIf(!hasRedisServer())("Sentinel", () => {
  test.each([
    ["last", (addresses: string[]) => addresses],
    ["first", (addresses: string[]) => addresses.toReversed()],
  ])(
    "the sentinel that knows of the newest failover is right: the %s one of REDIS_URL",
    async (_, ordered) => {
      const [former, latest] = await startSentinels(3, 4);
      const redis = await connected(ordered([former?.address ?? "", latest?.address ?? ""]));
      await redis.set("where", "here");
      const found = await inOne(latest?.server.port ?? 0, (one: Redis) => one.get("where"));
      expect(found).toBe("here");
    },
  );

  test("a primary without a replica keeps nothing for a minute, because it may be a former one that returned", async () => {
    const [only] = await startSentinels(1);
    const redis = await connected([only?.address ?? ""]);
    let nowMs = 0;
    const durable = durability(redis, 100, () => nowMs);
    await redis.set("record", "mine");
    expect(await durable.isKept("record", "mine")).toBe(false);
    nowMs = 60_000;
    expect(await durable.isKept("record", "mine")).toBe(true);
  });
});
