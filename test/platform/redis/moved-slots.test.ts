import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redisServerIn } from "../../../src/app/reach.ts";
import { type RedisClient, connectPatiently, connectRedis } from "../../../src/platform/redis/connect.ts";
import { script, transact } from "../../../src/platform/redis/script.ts";
import type { RedisOfKind } from "../../support/redis-kinds/kind.ts";
import { startMove } from "../../support/redis-kinds/move-slot.ts";
import { hasRedisServer, startRedisOf } from "../../support/redis-kinds/start.ts";
import { until } from "../../support/until.ts";

const kinds = ["short", "patient"] as const;

let cluster: RedisOfKind;
let clients: Record<(typeof kinds)[number], RedisClient>;

beforeAll(async () => {
  if (!hasRedisServer()) return;
  cluster = await startRedisOf("cluster");
  const server = redisServerIn(cluster.settings);
  clients = {
    short: connectRedis(server, () => {}),
    patient: connectPatiently(server, () => {}),
  };
  await until(async () => Object.values(clients).every(({ status }) => status === "ready"));
});
afterAll(async () => {
  for (const client of Object.values(clients ?? {})) client.disconnect();
  await cluster?.close();
});

/** Longer than the client library would wait by itself, and shorter than a command may take. */
const movingMs = 1_200;

// One move at a time, as operators do it: masters that take slots at the same moment may disagree for a while.
describe.skipIf(!hasRedisServer())("while a slot moves to another master", () => {
  test.each(kinds)(
    "what needs several keys waits on a %s connection, and is done once and as a whole",
    async (kind) => {
      const client = clients[kind];
      const key = (name: string) => `qm:{several ${kind}}:${name}`;
      const addToBoth = script(`return { redis.call("INCR", KEYS[1]), redis.call("INCR", ARGV[1]), #KEYS }`);
      await client.mset(key("read 1"), "1", key("read 2"), "2");
      await client.mset(key("named"), "10", key("argument"), "20", key("kept"), "30");
      const slot = await startMove(cluster, key(""));
      await slot.move(key("read 1"), key("named"));
      const done = Promise.all([
        client.mget(key("read 1"), key("read 2")),
        addToBoth(client, [key("named")], [key("argument")]),
        transact(client, (transaction) => void transaction.incr(key("kept")).incr(key("new"))),
      ]);
      await sleep(movingMs);
      await slot.move(...(await slot.left(10)));
      await slot.end();
      expect(await done).toEqual([["1", "2"], [11, 21, 1], undefined]);
      const after = ["named", "argument", "kept", "new"].map(key);
      expect(await client.mget(after)).toEqual(["11", "21", "31", "1"]);
    },
  );

  test.each(kinds)("a %s connection follows it, and serves the other slots of both masters", async (kind) => {
    const client = clients[kind];
    const key = `qm:{followed ${kind}}:a`;
    const others = Array.from({ length: 50 }, (_, index) => `qm:{${index}}:other`);
    await client.set(key, "0");
    const all = () => Promise.all([client.incr(key), ...others.map((other) => client.set(other, "1"))]);
    const slot = await startMove(cluster, key);
    await slot.move(key);
    expect((await all())[0]).toBe(1);
    await slot.end();
    expect((await all())[0]).toBe(2);
  });
});
