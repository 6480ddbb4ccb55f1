import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { redisServerAt } from "../../../src/platform/redis/server.ts";
import { connectRedis } from "../../../src/platform/redis/connect.ts";
import { movedChannels } from "../../../src/platform/redis/moved-channels.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();

const move = { from: "G0OLD00001", to: "C0NEW00001" };

/** The moved channels of workspace T1. */
async function channels() {
  const client = connectRedis(redisServerAt(redis.url), () => {});
  onTestFinished(() => client.disconnect());
  await once(client, "ready");
  return movedChannels(client, "T1");
}

test("a channel's id is replaced in the name and the value of every kind of key", async () => {
  const { client } = redis;
  await client.set("qm:{T1}:storm:G0OLD00001", '{"channelId":"G0OLD00001"}', "EX", 500);
  await client.hset(
    "qm:{T1}:hooks",
    "h1",
    '{"channelId":"G0OLD00001","rules":["<#G0OLD00001>"]}',
    "h2",
    "other",
  );
  await client.hset("qm:{T1}:by-channel", "G0OLD00001", "h1");
  await client.rpush("qm:{T1}:inbox:h1", "first", '{"to":"G0OLD00001"}');
  await client.sadd("qm:{T1}:outboxes", "G0OLD00001", "C0OTHER");
  await client.zadd("qm:{T1}:outbox:G0OLD00001", 1.5, "incident-1", 2, "G0OLD00001:summary");
  expect(await (await channels()).move(move)).toBe(6);
  expect(await client.get("qm:{T1}:storm:C0NEW00001")).toBe('{"channelId":"C0NEW00001"}');
  expect(await client.ttl("qm:{T1}:storm:C0NEW00001")).toBeGreaterThan(400);
  expect(await client.hgetall("qm:{T1}:hooks")).toEqual({
    h1: '{"channelId":"C0NEW00001","rules":["<#C0NEW00001>"]}',
    h2: "other",
  });
  expect(await client.hgetall("qm:{T1}:by-channel")).toEqual({ C0NEW00001: "h1" });
  expect(await client.lrange("qm:{T1}:inbox:h1", 0, -1)).toEqual(["first", '{"to":"C0NEW00001"}']);
  expect((await client.smembers("qm:{T1}:outboxes")).toSorted()).toEqual(["C0NEW00001", "C0OTHER"]);
  expect(await client.zrange("qm:{T1}:outbox:C0NEW00001", "0", "-1", "WITHSCORES")).toEqual([
    "incident-1",
    "1.5",
    "C0NEW00001:summary",
    "2",
  ]);
  expect(await client.keys("*G0OLD00001*")).toEqual([]);
  expect(await (await channels()).move(move)).toBe(0);
});

test("what stands under the new id already is kept, and the old joins it", async () => {
  const { client } = redis;
  await client.zadd("qm:{T1}:outbox:G0OLD00001", 1, "old", 5, "both");
  await client.zadd("qm:{T1}:outbox:C0NEW00001", 2, "new", 4, "both");
  await client.hset("qm:{T1}:outbox-events:G0OLD00001", "old", "1", "both", "9");
  await client.hset("qm:{T1}:outbox-events:C0NEW00001", "both", "2");
  await client.set("qm:{T1}:storm:G0OLD00001", "old");
  await client.set("qm:{T1}:storm:C0NEW00001", "new");
  await (await channels()).move(move);
  expect(await client.zrange("qm:{T1}:outbox:C0NEW00001", "0", "-1")).toEqual(["old", "new", "both"]);
  expect(await client.hgetall("qm:{T1}:outbox-events:C0NEW00001")).toEqual({ both: "2", old: "1" });
  expect(await client.get("qm:{T1}:storm:C0NEW00001")).toBe("new");
  expect(await client.keys("*G0OLD00001*")).toEqual([]);
});

test("longer ids, other workspaces, the audit log and bytes stay as they are", async () => {
  const { client } = redis;
  const bytes = Buffer.from([0, 255, 10, 13, 128]);
  await client.set("qm:{T1}:picture:p1", bytes);
  await client.set("qm:{T1}:other", "G0OLD000011 XG0OLD00001");
  await client.set("qm:{T2}:hook", "G0OLD00001");
  await client.xadd("qm:{T1}:audit", "*", "entry", "G0OLD00001");
  expect(await (await channels()).move(move)).toBe(0);
  expect(await client.getBuffer("qm:{T1}:picture:p1")).toEqual(bytes);
  expect(await client.get("qm:{T1}:other")).toBe("G0OLD000011 XG0OLD00001");
  expect(await client.get("qm:{T2}:hook")).toBe("G0OLD00001");
});

test("a channel that moved twice is found under its latest id, and a circle ends", async () => {
  const known = await channels();
  await known.learn({ from: "G1", to: "C2" });
  await known.learn({ from: "C2", to: "C3" });
  expect(await known.find("G1")).toBe("C3");
  expect(await known.find("C9")).toBeUndefined();
  await known.learn({ from: "C3", to: "G1" });
  expect(await known.find("G1")).toMatch(/^[GC]\d$/);
});
