import { expect, test } from "vitest";
import { memoryReader, redisMemory } from "../../../src/platform/redis/memory.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();

test("memory is read as bytes used and allowed, and reads within a second share an answer", async () => {
  let nowMs = 0;
  const read = memoryReader(redis.client, () => nowMs);
  await redis.client.config("SET", "maxmemory", "0");
  const before = await read();
  expect(before.maxBytes).toBe(0);
  expect(before.share).toBe(0);

  const mebibyte = 1024 * 1024;
  await redis.client.config("SET", "maxmemory", String(64 * mebibyte));
  await redis.client.set("large", "x".repeat(mebibyte));
  nowMs = 999;
  expect(await read()).toEqual(before);
  nowMs = 1_000;
  const after = await read();
  expect(after.maxBytes).toBe(64 * mebibyte);
  expect(after.usedBytes).toBeGreaterThan(before.usedBytes + mebibyte);
  expect(after.share).toBe(after.usedBytes / after.maxBytes);
});

test("Redis counts as nearly full from 80 % on, and not below that", async () => {
  let nowMs = 0;
  const memory = redisMemory(redis.client, () => (nowMs += 500));
  const fill = async (share: number) => {
    const used = Number(/^used_memory:(\d+)/m.exec(await redis.client.info("memory"))?.[1]);
    await redis.client.config("SET", "maxmemory", String(Math.round(used / share)));
  };
  await fill(0.83);
  await expect.poll(() => memory.isNearlyFull()).toBe(true);
  await fill(0.77);
  await expect.poll(() => memory.isNearlyFull()).toBe(false);
  await redis.client.config("SET", "maxmemory", "0");
});
