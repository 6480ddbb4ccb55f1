import { expect, test } from "vitest";
import { connectRedis } from "../../../src/platform/redis/connect.ts";
import { redisServerIn } from "../../../src/app/reach.ts";
import { durability } from "../../../src/platform/redis/durability.ts";
import { redisFacts } from "../../../src/platform/redis/facts.ts";
import { memoryReader } from "../../../src/platform/redis/memory.ts";
import { keysLike, slotOf, tagOfEachMaster } from "../../../src/platform/redis/nodes.ts";
import { proveWritable } from "../../../src/platform/redis/writable.ts";
import { hasRedisServer, startRedisOf } from "../../support/redis-kinds/start.ts";
import { until } from "../../support/until.ts";

test("a key's slot is that of its tag", () => {
  // From the specification of Redis Cluster.
  expect(slotOf("123456789")).toBe(0x31_c3 % 16_384);
  expect(slotOf("qm:{T1}:hooks")).toBe(slotOf("T1"));
});

test.skipIf(!hasRedisServer())("in a cluster every master is asked, scanned and counted", async () => {
  await using redis = await startRedisOf("cluster");
  const client = connectRedis(redisServerIn(redis.settings), () => {});
  await until(async () => client.status === "ready");
  const tags = tagOfEachMaster(client);
  expect(tags).toHaveLength(3);
  for (const tag of tags) {
    expect(slotOf(tag)).toBe(await redis.client.cluster("KEYSLOT", `qm:{${tag}}:a`));
    await client.set(`qm:{${tag}}:a`, "1");
    expect(await durability(client).isKept(`qm:{${tag}}:a`, "1")).toBe(true);
  }
  const found: string[] = [];
  for await (const keys of keysLike(client, "qm:*:a")) found.push(...keys);
  expect(found.toSorted()).toEqual(tags.map((tag) => `qm:{${tag}}:a`).toSorted());
  expect((await redisFacts(client)).map(({ replicas }) => replicas)).toEqual([1, 1, 1]);

  const [first] = redis.masters();
  await first?.config("SET", "maxmemory", "3gb");
  const read = memoryReader(client, () => performance.now());
  expect((await read()).maxBytes).toBe(0);
  expect((await read()).share).toBeGreaterThan(0);

  await proveWritable(client);
  await first?.config("SET", "min-replicas-to-write", "5");
  await expect(proveWritable(client)).rejects.toThrow("can't reach its own storage");
  client.disconnect();
});
