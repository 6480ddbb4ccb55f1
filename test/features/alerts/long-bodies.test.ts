import { expect, test } from "vitest";
import { useRedis } from "../../support/redis.ts";
import { keys } from "../../../src/platform/redis/keys.ts";
import { alertRoom } from "./fixture.ts";

const redis = useRedis();
const body = Array.from({ length: 6_000 }, (_, line) => `${line} could not be paid`).join("\n");

test("an alert with a long text shares all of it in its thread, and its incident keeps the beginning", async () => {
  const room = alertRoom(redis.client);
  await room.begin();
  await room.accept({ body });
  await room.fold();
  await room.carry("C1");
  expect(room.shared).toEqual([body]);
  const stored = await redis.client.get(keys.incident("T1", "i1"));
  expect(Buffer.byteLength(stored ?? "")).toBeLessThan(12_000);
});

test("a text that is gone before it could be shared says so in its file", async () => {
  const room = alertRoom(redis.client);
  await room.begin();
  await room.accept({ body });
  await room.fold();
  await redis.client.del(...(await redis.client.keys(keys.alertBody("T1", "*"))));
  await room.carry("C1");
  expect(room.shared).toHaveLength(1);
  expect(room.shared[0]?.startsWith(body.slice(0, 8_000))).toBe(true);
  expect(room.shared[0]).toContain("The rest is no longer kept");
});
