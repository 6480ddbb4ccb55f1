import { once } from "node:events";
import { expect, test } from "vitest";
import { memoryReader, redisMemory } from "../../../src/platform/redis/memory.ts";
import { connectRedis } from "../../../src/platform/redis/connect.ts";
import { redisServerAt } from "../../../src/platform/redis/server.ts";
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

// The buffers of connections come and go. Beside this they are nothing.
const ballastBytes = 32 * 1024 * 1024;

async function fill(share: number): Promise<void> {
  await redis.client.config("SET", "maxmemory", "0");
  await redis.client.setrange("ballast", ballastBytes, "x");
  const used = Number(/^used_memory:(\d+)/m.exec(await redis.client.info("memory"))?.[1]);
  await redis.client.config("SET", "maxmemory", String(Math.round(used / share)));
}

test("a delivery after a full spell is not refused for what was read before it", async () => {
  let nowMs = 0;
  const memory = redisMemory(redis.client, () => nowMs);
  await fill(0.87);
  await memory.isNearlyFull();
  nowMs += 500;
  await expect.poll(() => memory.isNearlyFull()).toBe(true);
  await redis.client.config("SET", "maxmemory", "0");
  nowMs += 60_000;
  expect(await memory.isNearlyFull()).toBe(false);

  await fill(0.87);
  nowMs += 60_000;
  await expect.poll(() => memory.isNearlyFull()).toBe(true);
  nowMs += 60_000;
  expect(await memory.isNearlyFull(), "a slow sender is refused as long as it is full").toBe(true);
  await redis.client.config("SET", "maxmemory", "0");
});

test("a Redis that does not say how full it is refuses nothing", async () => {
  let nowMs = 0;
  await fill(0.87);
  const own = connectRedis(redisServerAt(redis.url), () => {});
  await once(own, "ready");
  const memory = redisMemory(own, () => nowMs);
  await expect.poll(() => ((nowMs += 500), memory.isNearlyFull())).toBe(true);
  own.disconnect();
  nowMs += 60_000;
  expect(await memory.isNearlyFull()).toBe(false);
  await redis.client.config("SET", "maxmemory", "0");
});

test("Redis counts as nearly full from 80 % on, and not below that", async () => {
  let nowMs = 0;
  const memory = redisMemory(redis.client, () => nowMs);
  await fill(0.83);
  await expect.poll(() => ((nowMs += 500), memory.isNearlyFull())).toBe(true);
  await fill(0.77);
  await expect.poll(() => ((nowMs += 500), memory.isNearlyFull())).toBe(false);
  await redis.client.config("SET", "maxmemory", "0");
});
